package io.cambric.module;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.shareScope;
import static io.cambric.module.Shapes.X;
import static io.cambric.module.Shapes.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.UnboundModuleException;
import io.cambric.numpy.Key;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.SettingUp;
import org.junit.jupiter.api.Test;

/** Two modules that keep their variables in one scope. */
class ShareScopeTest {

  record One(Dense inner) {}

  /** A low-rank adapter around a layer from elsewhere. */
  private static SettingUp adapter(Dense inner) {
    return SettingUp.of(
        () -> {
          shareScope(inner);
          return new One(inner);
        },
        (parts, x) -> {
          param("A", Inits.LECUN_NORMAL, Shape.of(3, 2));
          return ((One) parts).inner().call((Array) x);
        });
  }

  @Test
  void module_from_a_running_compact_method_takes_the_variables_of_both() {
    var params = Shapes.init(x -> adapter(Dense.of(4)).compact(x)).params();

    assertThat(params.entries().keySet()).containsExactly("Dense_0");
    assertThat(params.at("Dense_0").entries().keySet()).containsExactly("A", "kernel", "bias");
  }

  @Test
  void submodule_moves_into_the_scope_of_its_parent() {
    var model =
        SettingUp.of(
            () -> {
              var inner = Dense.of(4).named("inner");
              inner.path();
              shareScope(inner);
              return new One(inner);
            },
            (parts, x) -> {
              param("A", Inits.LECUN_NORMAL, Shape.of(3, 2));
              return ((One) parts).inner().call((Array) x);
            });

    assertThat(names(model, m -> m.compact(X))).containsExactly("A", "kernel", "bias");
  }

  @Test
  void unbound_module_cannot_share() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> adapter(Dense.of(4)).init(Key.of(0), m -> m.compact(X)))
        .withMessageStartingWith("shareScope at ");
  }
}

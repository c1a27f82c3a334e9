package io.cambric.flax.lift;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.MixedTransformationException;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifts;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Modules and scopes that escape from a lifted function, or enter it by closure. */
class EscapesTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void a_plain_transformation_of_a_module_that_makes_variables_is_an_error() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Transforms.vmap((Array row) -> dense.call(row)).apply(x.reshape(3, 1));
        });
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> init(host))
        .withMessageContaining("because the code runs in a transformation (vmap)");
  }

  private static final String ENDED =
      "Scope \"/jit\\(\\)\" was used at .* after the lifted function that it was made "
          + "for had returned\\. Return arrays from the function, not modules or scopes, "
          + "and use the outer modules outside\\.";

  /** Calls a lifted function, and then what it kept of the run. */
  private static void afterwards(Consumer<Host> use) {
    var kept = new ArrayList<Host>();
    var host =
        Host.of((self, x) -> {
          var y =
              Lift.jit(
                      (Host m, Array a) -> {
                        kept.add(m);
                        return a;
                      })
                  .apply(self, x);
          use.accept(kept.getFirst());
          return y;
        });
    var _ = host.init(KEY, X);
  }

  @Test
  void a_module_kept_from_a_lifted_function_cannot_run() {
    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> afterwards(kept -> kept.call(X)))
        .withMessageMatching(ENDED);
  }

  @Test
  void scopes_kept_from_a_lifted_function_make_write_and_draw_nothing() {
    var uses = new LinkedHashMap<String, Consumer<Scope>>();
    uses.put("push", scope -> scope.push("late"));
    uses.put("write", scope -> scope.putVariable("state", "late", X));
    uses.put("draw", scope -> scope.makeRng("params"));
    uses.forEach((what, use) ->
        assertThatExceptionOfType(InvalidScopeException.class)
            .as(what)
            .isThrownBy(() ->
                Scopes.init(
                    KEY,
                    scope -> {
                      var kept = new ArrayList<Scope>();
                      var jitted =
                          Lifts.<Array, Array>jit((inner, x) -> {
                            kept.add(inner);
                            return x;
                          });
                      jitted.apply(scope, X);
                      use.accept(kept.getFirst());
                      return X;
                    }))
            .withMessageMatching(ENDED));
  }
}

package io.cambric.module;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.Shapes.X;
import static io.cambric.module.Shapes.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.numpy.Key;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.Mlp;
import io.cambric.scope.Rngs;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Compact methods: the places where variables and submodules may be made, re-entry and recursion.
 */
class CompactTest {

  private static final UnaryOperator<Object> DENSE = x -> Dense.of(3).call((Array) x);

  @Test
  void submodule_made_in_a_plain_method_is_an_error_when_used() {
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() -> Body.of(DENSE).init(Key.of(0), m -> m.plain(X)))
        .withMessageMatching(
            "Dense was constructed at \\S+ in a method of Body in scope \"/\" at"
                + " \\S+ that is neither setup nor compact. Construct it in setup,"
                + " annotate the method with @Compact, or detach it with detached\\(\\).");
  }

  @Test
  void detached_submodule_may_be_made_in_a_plain_method() {
    var model = Body.of(x -> Dense.of(3).detached().init(Key.of(1), (Array) x).names());

    assertThat(model.initWithOutput(Key.of(0), m -> m.plain(X)).output().toString())
        .isEqualTo("[params]");
  }

  @Test
  void param_made_in_a_plain_method_is_an_error() {
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() ->
            Body.of(_ -> param("w", Inits.ZEROS, Shape.of(1))).init(Key.of(0), m -> m.plain(X)))
        .withMessageMatching(
            "Parameter \"w\" in a method of Body in scope \"/\" at \\S+ must be created in "
                + "setup or in a compact method, but this method is neither\\. Move it to setup, "
                + "or annotate the method with @Compact\\.");
  }

  @Test
  void plain_method_called_from_a_compact_one_may_make_submodules() {
    var depth = new ArrayList<String>();
    var model =
        Body.of(x -> {
          if (depth.isEmpty()) {
            depth.add("inner");
            return Body.self().plain(x);
          }
          return Dense.of(3).call((Array) x);
        });

    assertThat(names(model, m -> m.call(X))).containsExactly("Dense_0");
  }

  @Test
  void second_call_makes_the_same_submodules_again() {
    var model = Body.of(DENSE);

    assertThat(
            names(
                model,
                m -> {
                  m.call(X);
                  return m.helper(X);
                }))
        .containsExactly("Dense_0");
  }

  @Test
  void two_layers_that_meet_at_one_name_must_have_one_shape() {
    var calls = new ArrayList<Integer>();
    var model =
        Body.of(x -> {
          calls.add(1);
          return Dense.of(calls.size() == 1 ? 8 : 4).call((Array) x);
        });

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() ->
            model.init(
                Key.of(0),
                m -> {
                  m.call(X);
                  return m.call(X);
                }));
  }

  @Test
  void nested_compact_calls_on_one_instance_share_the_count() {
    var depth = new ArrayList<String>();
    var model =
        Body.of(x -> {
          var y = Dense.of(3).call((Array) x);
          if (depth.size() == 2) {
            return y;
          }
          depth.add("");
          return Dense.of(3).call((Array) Body.self().helper(y));
        });

    assertThat(names(model, m -> m.call(X)))
        .containsExactlyInAnyOrder("Dense_0", "Dense_1", "Dense_2", "Dense_3", "Dense_4");
  }

  @Test
  void recursion_makes_new_submodules() {
    var model =
        Body.of(argument -> {
          int depth = (Integer) argument;
          var y = Dense.of(3).call(X);
          return depth == 0 ? y : Body.self().call(depth - 1);
        });

    assertThat(names(model, m -> m.call(2))).containsExactly("Dense_0", "Dense_1", "Dense_2");
  }

  @Test
  void module_open_in_an_outer_call_is_named_before_those_of_an_inner_one() {
    var model =
        Body.of(argument -> {
          int depth = (Integer) argument;
          var mine = Dense.of(3 + depth);
          if (depth > 0) {
            Body.self().call(depth - 1);
          }
          return mine.call(X);
        });
    var params = model.init(Key.of(0), m -> m.call(1)).params();

    assertThat(params.get("Dense_0", "bias").shape()).isEqualTo(Shape.of(4));
    assertThat(params.get("Dense_1", "bias").shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void return_of_a_helper_does_not_settle_what_its_caller_still_builds() {
    var depth = new ArrayList<String>();
    var model =
        Body.of(x -> {
          if (depth.isEmpty()) {
            depth.add("");
            var open = Dense.of(3);
            Body.self().helper(x);
            return open.named("late").call((Array) x);
          }
          return x;
        });

    assertThat(names(model, m -> m.call(X))).containsExactly("late");
  }

  @Test
  void return_of_a_helper_that_uses_its_callers_module_leaves_others_open() {
    var depth = new ArrayList<String>();
    var model =
        Body.of(x -> {
          if (!depth.isEmpty()) {
            return ((Mlp) x).call(X);
          }
          depth.add("");
          var open = Dense.of(3);
          Body.self().helper(Mlp.of(1, 1).named("used"));
          return Dense.of(2).call(open.named("late").call(X));
        });

    assertThat(names(model, m -> m.call(X))).containsExactly("used", "late", "Dense_0");
    assertThat(depth).hasSize(1);
  }

  @Test
  void counters_continue_when_a_method_runs_again() {
    var keys = new ArrayList<Key>();
    var model =
        Body.of(x -> {
          keys.add(makeRng("dropout"));
          return x;
        });
    var rngs = Rngs.of("dropout", Key.of(0));
    for (int i = 0; i < 2; i++) {
      model.init(
          rngs,
          m -> {
            m.call(X);
            return m.call(X);
          });
    }

    var words = keys.stream().map(CompactTest::words).toList();

    assertThat(words.get(0)).isNotEqualTo(words.get(1));
    assertThat(words.subList(2, 4)).isEqualTo(words.subList(0, 2));
  }

  private static long words(Key key) {
    var data = (NdArray) key.data();
    return data.getLong(0) << 32 | data.getLong(1);
  }

  @Test
  void failed_method_leaves_the_bound_module_usable() {
    var fail = new ArrayList<>(java.util.List.of(true));
    var model =
        Body.of(x -> {
          var y = Dense.of(3).call((Array) x);
          if (fail.getFirst()) {
            throw new IllegalStateException("on purpose");
          }
          return y;
        });
    var bound =
        model.bind(
            io.cambric.scope.Variables.empty(),
            ApplyOptions.mutable("params").rng("params", Key.of(0)));
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> bound.call(X));
    fail.set(0, false);
    bound.call(X);

    assertThat(bound.variables().params().entries().keySet()).containsExactly("Dense_0");
  }
}

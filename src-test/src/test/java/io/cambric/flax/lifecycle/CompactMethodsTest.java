package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.LifecycleDefinitions.KEY;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.names;
import static io.cambric.flax.lifecycle.LifecycleDefinitions.values;
import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.ParamShapeException;
import io.cambric.errors.SubmoduleOutsideSetupException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compact methods. */
class CompactMethodsTest {

  private static final Array X = Numpy.ones(1, 3);

  private static List<String> paths(Variables variables) {
    return variables.params().paths();
  }

  // -- places of submodules and variables

  @Test
  void a_submodule_made_in_neither_setup_nor_compact_is_refused() {
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() -> Runner.of(_ -> Dense.of(3).call(X)).init(KEY, m -> m.plain("")))
        .withMessageMatching(
            "Dense was constructed at \\S+ in a method of Runner in scope \"/\" at \\S+ that is"
                + " neither setup nor compact\\. Construct it in setup, annotate the method with"
                + " @Compact, or detach it with detached\\(\\)\\.");
  }

  @Test
  void a_param_or_variable_made_in_neither_is_refused() {
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() ->
            Runner.of(_ -> param("w", Initializers.ones(), Shape.of(1)))
                .init(KEY, m -> m.plain("")))
        .withMessageMatching(
            "Parameter \"w\" in a method of Runner in scope \"/\" at \\S+ must be created "
                + "in setup or in a compact method, but this method is neither\\. Move it to "
                + "setup, or annotate the method with @Compact\\.");
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(
            () -> Runner.of(_ -> variable("state", "v", () -> X)).init(KEY, m -> m.plain("")))
        .withMessageStartingWith("Variable \"v\" in a method of Runner in scope \"/\" at ");
  }

  @Test
  void a_compact_method_of_another_instance_on_the_stack_does_not_count() {
    var inner = Runner.of(_ -> Dense.of(3).call(X));
    assertThatExceptionOfType(SubmoduleOutsideSetupException.class)
        .isThrownBy(() -> LifecycleDefinitions.init(_ -> inner.copy().named("inner").plain("")))
        .withMessageMatching(
            "Dense was constructed at \\S+ in a method of Runner in scope \"/inner\" at .*");
  }

  @Test
  void a_plain_method_called_from_a_compact_one_may_make_submodules() {
    assertThat(names(x -> x.equals("plain") ? Dense.of(3).call(X) : Runner.self().plain("plain")))
        .containsExactly("Dense_0");
  }

  // -- counts of several calls

  @Test
  void compact_methods_that_call_each_other_share_the_count() {
    assertThat(Helped.of().init(KEY, X).params().entries().keySet())
        .containsExactly("Dense_0", "Dense_1", "Dense_2");
  }

  @Test
  void each_compact_method_may_be_the_outermost() {
    assertThat(paths(Helped.of().init(KEY, m -> m.helper(X))))
        .containsExactly("Dense_0/bias", "Dense_0/kernel");
  }

  @Test
  void a_second_call_shares_the_variables_of_the_first() {
    var once = Helped.of().init(KEY, X);
    var twice = Helped.of().init(KEY, m -> m.twice(X));
    assertThat(paths(twice)).isEqualTo(paths(once));
    assertThat(values(twice)).isEqualTo(values(once));
  }

  @Test
  void the_return_of_an_inner_compact_call_frees_names_and_keeps_the_count() {
    assertThat(
            names(x -> {
              if (x.equals("inner")) {
                return X;
              }
              Dense.of(3).named("free").call(X);
              Dense.of(3).call(X);
              Runner.self().again("inner");
              Dense.of(3).named("free").call(X);
              return Dense.of(3).call(X);
            }))
        .containsExactly("free", "Dense_0", "Dense_1");
  }

  @Test
  void counts_of_random_streams_go_on_when_a_method_runs_again() {
    var keys = new ArrayList<List<Long>>();
    var runner = Runner.of(_ -> keys.add(VariableDefinitions.words(makeRng("noise"))));
    runner.apply(
        Variables.empty(),
        rng("noise", KEY),
        m -> {
          m.call("");
          return m.call("");
        });
    assertThat(keys.get(0)).isNotEqualTo(keys.get(1));
  }

  @Test
  void a_recursive_call_makes_submodules_of_its_own() {
    assertThat(Deepening.of().init(KEY, m -> m.call(X, 2)).params().entries().keySet())
        .containsExactly("Dense_0", "Dense_1", "Dense_2");
  }

  /** Records extend nothing, so what is overridden is a default method of an interface. */
  @Test
  void an_overriding_compact_method_counts_on_through_the_overridden_one() {
    var params = Extended.of(4).init(KEY, X).params();
    assertThat(params.entries().keySet()).containsExactly("Dense_0", "Dense_1", "Dense_2");
    assertThat(params.get("Dense_1", "kernel").shape()).isEqualTo(Shape.of(3, 4));
  }

  // -- names follow the run

  @Test
  void two_layers_of_one_name_must_have_one_shape() {
    var runner = Runner.of(features -> Dense.of((Integer) features).call(X));
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() ->
            runner.init(
                KEY,
                m -> {
                  m.call(8);
                  return m.call(4);
                }))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/Dense_0\" at \\S+ was initialised with shape \\[3,"
                + " 8\\], but the initializer now yields shape \\[3, 4\\]\\. Call apply with inputs"
                + " shaped as at init, or init again\\.");
  }

  /** Nothing can be seen at run time, as in Flax; the compiler finds submodules in branches. */
  @Test
  void two_layers_of_one_name_and_shape_share_their_variables() {
    var runner = Runner.of(init -> Dense.of(2).withUseBias(init.equals("a")).call(X));
    var variables =
        runner.init(
            KEY,
            m -> {
              m.call("a");
              return m.call("b");
            });
    assertThat(paths(variables)).containsExactly("Dense_0/bias", "Dense_0/kernel");
  }

  // -- methods with a scope of their own

  @Test
  void a_method_with_a_name_scope_runs_as_a_submodule_named_like_it() {
    var variables = Scoped.of().init(KEY, X);
    assertThat(paths(variables))
        .containsExactly(
            "down/Dense_0/bias",
            "down/Dense_0/kernel",
            "down/Dense_1/bias",
            "down/Dense_1/kernel",
            "up/Dense_0/bias",
            "up/Dense_0/kernel",
            "up/gain");
    assertThat(Scoped.of().apply(variables, m -> m.up(X)).shape()).isEqualTo(Shape.of(1, 4));
  }

  /**
   * In Flax 0.12.8 the scope lands in the module that calls the submodule. Two submodules cannot
   * share that scope, and it fails in setup and in components.
   */
  @Test
  void a_name_scope_of_a_submodule_is_below_the_submodule() {
    var made = LifecycleDefinitions.init(_ -> Scoped.of().up(Scoped.of().up(X).get(":, :3")));
    assertThat(made.params().paths().stream().filter(path -> path.endsWith("gain")))
        .containsExactly("Scoped_0/up/gain", "Scoped_1/up/gain");
    assertThat(Pair.of(Scoped.of(), x -> x).init(KEY, X).params().at("a").entries().keySet())
        .containsExactly("up", "down");
  }

  @Test
  void a_name_scope_inside_of_a_compact_method_counts_apart_and_is_shared_between_calls() {
    assertThat(Mixed.of().init(KEY, X).params().paths().stream().filter(p -> p.endsWith("bias")))
        .containsExactly("Dense_0/bias", "inner/Dense_0/bias", "innermost/Dense_0/bias");
  }

  @Test
  void keys_follow_the_name_of_the_method() {
    assertThat(
            Scoped.of().init(KEY, m -> m.up(X)).params().get("up", "Dense_0", "kernel").toFloats())
        .isEqualTo(
            Runner.of(_ -> Runner.of(_ -> Dense.of(4).call(X)).named("up").call(""))
                .init(KEY, m -> m.call(""))
                .params()
                .get("up", "Dense_0", "kernel")
                .toFloats());
  }

  @Test
  void random_streams_of_a_name_scope_count_on() {
    var keys = ScopedKeys.of().apply(Variables.empty(), rng("noise", KEY), m -> m.call()).output();
    assertThat(keys).extracting(Key::toString).doesNotHaveDuplicates();
    assertThat(VariableDefinitions.words(keys.getFirst()))
        .isNotEqualTo(VariableDefinitions.words(keys.getLast()));
  }

  @Test
  void a_name_scope_receives_the_parts_of_setup() {
    assertThat(ScopedParts.of().init(KEY, m -> m.up(X)).params().entries().keySet())
        .containsExactly("shared", "up");
  }

  @Test
  void self_is_the_module_whose_method_it_is_and_path_that_of_the_scope() {
    var seen = new ArrayList<Object>();
    var runner =
        Runner.of(_ -> {
          seen.add(Runner.self().path());
          seen.add(io.cambric.module.ModuleScope.path());
          return X;
        });
    runner.init(KEY, m -> m.scoped(""));
    assertThat(seen).containsExactly(List.of(), List.of("scoped"));
  }

  @Test
  void interceptors_and_captured_intermediates_see_the_hidden_submodule() {
    var seen = new ArrayList<String>();
    var variables = Scoped.of().init(KEY, X);
    var options =
        captureIntermediates()
            .intercept(call -> {
              seen.add(call.module().path() + " " + call.method());
              return call.proceed();
            });
    var captured = Scoped.of().apply(variables, options, m -> m.up(X)).variables();
    assertThat(seen).containsExactly("[up] call", "[up, Dense_0] call");
    assertThat(captured.collection("intermediates").paths())
        .containsExactly("up/Dense_0/__call__/0", "up/__call__/0");
  }

  @Test
  void a_name_scope_is_transformed_with_its_module() {
    var lanes = Numpy.ones(5, 1, 3);
    var all = Scoped.of().vmap().variableAxis("params", 0).splitRngs("params");
    assertThat(all.init(KEY, lanes).params().get("up", "gain").shape()).isEqualTo(Shape.of(5, 4));
    var one = Scoped.of().vmap("up").variableAxis("params", 0).splitRngs("params");
    assertThat(one.init(KEY, m -> m.up(lanes)).params().get("up", "gain").shape())
        .isEqualTo(Shape.of(5, 4));
  }

  @Test
  void a_name_scope_of_an_unbound_module_is_refused() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Scoped.of().up(X))
        .withMessageStartingWith("Scoped.up at ")
        .withMessageContaining("is compact and needs a bound module, but this Scoped is unbound.");
  }

  @Test
  void the_name_of_the_method_is_taken_in_the_scope_of_its_module() {
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            LifecycleDefinitions.init(x -> {
              if (x.equals("scoped")) {
                return X;
              }
              Dense.of(3).named("scoped").call(X);
              return Runner.self().scoped("scoped");
            }))
        .withMessageStartingWith("Submodule NameScope \"scoped\" of Runner in scope \"/\" at ");
  }
}

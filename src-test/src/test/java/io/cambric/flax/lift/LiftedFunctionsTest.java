package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.captureIntermediates;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.TransformedReturnException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.module.Partial;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variable;
import io.cambric.scope.Variables;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules and functions of modules that are lifted: names, arguments, closures, setup. */
class LiftedFunctionsTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void methods_are_transformed_by_name() {
    var lanes =
        TwoMethods.of(4).vmap("call", "doubled").variableAxis("params", 0).splitRngs("params");
    var xs = Numpy.ones(2, 3);
    var variables = lanes.init(KEY, xs);
    assertThat(variables.params().get("inner", "kernel").shape()).isEqualTo(Shape.of(2, 3, 4));
    assertThat(lanes.apply(variables, m -> m.doubled(xs)).toFloats())
        .isEqualTo(lanes.apply(variables, xs).mul(2).toFloats());
  }

  @Test
  void automatic_names_go_on_after_a_lifted_function() {
    var host =
        Host.of((self, x) -> {
          var y = Lift.jit((Host m, Array a) -> Dense.of(3).call(a)).apply(self, x);
          return Dense.of(3).call(y);
        });
    assertThat(init(host).params().entries().keySet()).containsExactly("Dense_0", "Dense_1");
  }

  @Test
  void a_module_passed_as_argument_and_as_component_is_lifted_once() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Lift.vmap((Holder m, Dense d, Array a) -> m.call(a).add(d.call(a)))
              .variableAxis("params", 0)
              .splitRngs("params")
              .apply(Holder.of(dense), dense, x.reshape(3, 1));
        });
    var params = init(host).params();
    assertThat(params.entries().keySet()).containsExactly("Dense_0");
    assertThat(params.get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(3, 1, 2));
  }

  @Test
  void a_variable_may_be_an_argument() {
    var host =
        Host.of((self, x) -> {
          Variable<Array> sum = ModuleScope.variable("state", "sum", () -> Numpy.zeros(3));
          return Lift.jit(
                  (Host m, Variable<Array> s, Array a) -> {
                    s.set(s.get().add(a));
                    return a;
                  })
              .apply(self, sum, x);
        });
    assertThat(init(host).collection("state").get("sum").toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void a_module_that_was_not_passed_cannot_be_used() {
    var host =
        Host.of((self, x) -> {
          var dense = Dense.of(2);
          return Lift.jit((Host m, Array a) -> dense.call(a)).apply(self, x);
        });
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> init(host))
        .withMessageMatching(
            "Dense \"Dense_0\" was used at .* in a lifted function without being passed to "
                + "it, so the function lacks its variables\\. Pass it to the lifted function as "
                + "an argument, and use the parameter\\.");
  }

  @Test
  void a_partial_closure_is_a_pytree_whose_modules_are_lifted() {
    var host =
        Host.of((self, x) -> {
          var next = new Partial<>((Dense d, Array a) -> d.call(a).add(1), Dense.of(3));
          return Lift.jit((Host m, Partial<Dense, Array, Array> f, Array a) -> f.apply(a))
              .apply(self, next, x);
        });
    assertThat(init(host).params().contains("Dense_0", "kernel")).isTrue();
  }

  @Test
  void a_lifted_function_may_not_return_a_module() {
    var host = Host.of((self, x) -> Lift.jit((Host m, Array a) -> Dense.of(2)).apply(self, x));
    assertThatExceptionOfType(TransformedReturnException.class)
        .isThrownBy(() -> init(host))
        .withMessageContaining(
            "returned a Dense, but modules and variables of a lifted function do not outlive it.");
  }

  @Test
  void intermediates_are_captured_inside_when_their_collection_is_lifted() {
    var stack =
        Line.of(3)
            .scan()
            .variableAxis("params", 0)
            .variableAxis("intermediates", 0)
            .splitRngs("params")
            .length(2);
    var variables = stack.init(KEY, X);
    var applied = stack.apply(variables, captureIntermediates(), m -> m.call(X));
    var seen =
        (List<?>)
            applied
                .variables()
                .collection("intermediates")
                .find("Dense_0", "__call__")
                .orElseThrow();
    assertThat(((Array) seen.getFirst()).shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void the_first_argument_is_the_module_and_a_method_is_such_a_function() {
    var host =
        Host.of((self, x) -> {
          var scale = Scale.of().named("scale");
          return Lift.grad((Scale m, Array a) -> m.call(a).sum(), scale, x)
              .add(Lift.jvp(Scale::call, scale, x, Numpy.ones(3), Variables.empty()).tangent());
        });
    var variables = init(host);
    assertThat(variables.params().paths()).containsExactly("scale/p");
    assertThat(((Array) host.apply(variables, X)).toFloats()).containsExactly(1, 1, 1);
  }

  @Test
  void a_module_without_a_place_has_no_scope_that_could_be_lifted() {
    var host =
        Host.of((self, x) ->
            Lift.vjp((Dense d, Array a) -> d.call(a), Dense.of(2).detached(), x).output());
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> init(host))
        .withMessageMatching(
            "Lift at .* needs a bound module, but this Dense is unbound\\. Call it inside "
                + "init or apply, or on the result of bind\\.");
  }

  @Test
  void beyond_Flax_derivatives_may_use_other_modules_as_constants() {
    var host =
        Host.of((self, x) -> {
          var scale = Scale.of().named("scale");
          var holder = ScaledTwice.of(scale).named("twice");
          var vjp = Lift.vjp((ScaledTwice m, Array a) -> m.call(a), holder, x);
          var grads = vjp.pullback().apply(Numpy.ones(3));
          return List.of(grads.variables(), grads.argument());
        });
    var variables = init(host);
    assertThat(variables.params().paths()).containsExactlyInAnyOrder("scale/p", "twice/p");
    var grads = (List<?>) host.apply(variables, X);
    var ofVariables = (Variables) grads.get(0);
    assertThat(ofVariables.params().paths()).containsExactly("p");
    assertThat(ofVariables.params().get("p").item()).isEqualTo(3);
    assertThat(((Array) grads.get(1)).toFloats()).containsExactly(0.25f, 0.25f, 0.25f);
  }

  @Test
  void helpers_of_setup_work_under_jit_as_without() {
    var plain = Helped.of(2).foldRngs();
    var jitted = Helped.of(2).jit();
    var variables = jitted.init(KEY, X);
    assertThat(variables.params().entries().keySet()).containsExactly("first", "second");
    assertThat(jitted.apply(variables, X).toFloats())
        .isEqualTo(plain.apply(variables, X).toFloats());
    assertThat(plain.init(KEY, X).params().get("second", "kernel").toFloats())
        .isEqualTo(variables.params().get("second", "kernel").toFloats());
  }

  @Test
  void a_name_that_is_taken_in_a_lifted_function_is_an_error() {
    var host =
        Host.of((self, x) ->
            Lift.jit(
                    (Host m, Array z) -> {
                      var y = Dense.of(3).named("a").call(z);
                      return Dense.of(3).named("a").call(y);
                    })
                .apply(self, x));
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> init(host))
        .withMessageMatching(
            "Submodule Dense \"a\" of Host in scope \"/jit\\(\\)\" at .* has a name that is "
                + "already used in this scope\\. Each submodule and variable needs a unique "
                + "name: rename one of them with named\\(\\.\\.\\.\\)\\.");
  }

  @Test
  void a_name_may_be_used_again_in_a_lifted_function_for_the_same_variables() {
    var host =
        Host.of((self, x) -> {
          var y = Dense.of(3).named("a").call(x);
          return Lift.jit((Host m, Array z) -> Dense.of(3).named("a").call(z)).apply(self, y);
        });
    var variables = init(host);
    assertThat(variables.params().entries().keySet()).containsExactly("a");
    var layer = Dense.of(3).bind(Variables.of(variables.params().at("a")));
    assertThat(((Array) host.apply(variables, X)).toFloats())
        .isEqualTo(layer.call(layer.call(X)).toFloats());
  }

  @Test
  void parts_of_setup_have_their_scopes_before_they_are_lifted() {
    var host =
        Host.of((self, x) -> {
          var both = TwoMethods.of(2).named("both");
          return Lift.vmap((TwoMethods m, Dense part, Array a) -> part.call(a).add(m.call(a)))
              .variableAxis("params", 0)
              .splitRngs("params")
              .apply(both, both.parts().inner(), x.reshape(3, 1));
        });
    var params = init(host).params();
    assertThat(params.paths()).containsExactly("both/inner/bias", "both/inner/kernel");
    assertThat(params.get("both", "inner", "kernel").shape()).isEqualTo(Shape.of(3, 1, 2));
  }
}

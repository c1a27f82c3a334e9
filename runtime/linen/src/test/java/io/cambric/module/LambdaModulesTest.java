package io.cambric.module;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.NameInUseException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.sample.Body;
import io.cambric.sample.Dense;
import io.cambric.sample.Inits;
import io.cambric.sample.Mlp;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules from lambdas: names, variables and keys as those of a compact method. */
class LambdaModulesTest {

  private static final LambdaLayer MLP =
      Modules.of("Mlp", x -> Dense.of(2).call(Dense.of(4).call(x)));

  @Test
  void variables_and_output_are_those_of_a_compact_method() {
    var written = Mlp.of(4, 2);
    var variables = written.init(Key.of(7), m -> m.call(X));

    assertThat(numbers(MLP.init(Key.of(7), X))).isEqualTo(numbers(variables));
    assertThat(numbers(MLP.init(Rngs.of(Key.of(7)), X))).isEqualTo(numbers(variables));
    var made = MLP.initWithOutput(Key.of(7), X);
    assertThat(numbers(made.variables())).isEqualTo(numbers(variables));
    var output = written.apply(variables, m -> m.call(X)).toString();
    assertThat(made.output()).hasToString(output);
    assertThat(MLP.apply(variables, X)).hasToString(output);
    assertThat(MLP.bind(variables).call(X)).hasToString(output);
  }

  private static List<String> numbers(Variables variables) {
    var params = variables.params();
    return params.paths().stream().map(path -> path + params.get(path.split("/"))).toList();
  }

  @Test
  void name_counts_as_that_of_a_class() {
    var body =
        Body.of(x -> {
          var block = Modules.of("Block", y -> Dense.of(3).call(y));
          var again = Modules.of("Block", y -> Dense.of(3).call(y));
          return again.call(block.call(Dense.of(3).call((Array) x)));
        });

    var params = body.init(Key.of(0), m -> m.call(X)).params();

    assertThat(params.entries().keySet())
        .containsExactlyInAnyOrder("Dense_0", "Block_0", "Block_1");
    assertThat(params.at("Block_1").entries().keySet()).containsExactly("Dense_0");
  }

  @Test
  void given_name_of_a_submodule_takes_the_place_of_the_count() {
    var body = Body.of(x -> MLP.copy().named("head").call((Array) x));

    assertThat(body.init(Key.of(0), m -> m.call(X)).params().entries().keySet())
        .containsExactly("head");
  }

  @Test
  void lambda_makes_parameters_variables_and_random_keys() {
    var model =
        Modules.of(
            "Counted",
            (x, train) -> {
              var calls = variable("state", "calls", () -> Numpy.scalar(0));
              calls.update(n -> n.add(1));
              var noise = train ? makeRng("noise").equals(makeRng("noise")) : true;
              assertThat(noise).isEqualTo(!train);
              return x.mul(param("scale", Inits.ZEROS, Shape.of(1)));
            });
    var variables = model.init(Key.of(0), X, false);

    var applied = model.apply(variables, mutable("state").rng("noise", Key.of(1)), X, true);

    assertThat(applied.variables().collection("state").get("calls")).hasToString("i32[] 2");
    assertThat(applied.output()).hasToString("f32[1,3] [[0.0, 0.0, 0.0]]");
  }

  @Test
  void lambdas_take_one_to_three_arguments_of_any_type() {
    var sum = Modules.of("Sum", (List<Array> xs) -> Dense.of(2).call(xs.get(0).add(xs.get(1))));
    var two = Modules.of("Two", (Array x, Integer n) -> Dense.of(n).call(x));
    var three = Modules.of("Three", (q, k, v) -> Dense.of(2).call(q.add(k).add(v)));
    var typed =
        Modules.of("Typed", (Array x, Integer n, String s) -> s + Dense.of(n).call(x).shape());

    assertThat(sum.initWithOutput(Key.of(0), List.of(X, X)).output().shape())
        .isEqualTo(Shape.of(1, 2));
    assertThat(two.init(Key.of(0), X, 5).params().get("Dense_0", "bias").shape())
        .isEqualTo(Shape.of(5));
    assertThat(three.apply(three.init(Key.of(0), X, X, X), X, X, X).shape())
        .isEqualTo(Shape.of(1, 2));
    assertThat(typed.initWithOutput(Key.of(0), X, 2, "shape ").output()).isEqualTo("shape [1, 2]");
  }

  @Test
  void equality_is_that_of_name_and_lambda() {
    ArrayFn lambda = x -> x;

    assertThat(Modules.of("A", lambda)).isEqualTo(Modules.of("A", lambda));
    assertThat(Modules.of("A", lambda)).hasSameHashCodeAs(Modules.of("A", lambda));
    assertThat(Modules.of("A", lambda)).isNotEqualTo(Modules.of("B", lambda));
    assertThat(Modules.of("A", x -> x)).isNotEqualTo(Modules.of("A", x -> x));
    assertThat(Modules.of("A", lambda)).isNotEqualTo(Modules.of("A", lambda).named("a"));
  }

  @Test
  void transformations_of_methods_and_functions_take_it() {
    var rows = Numpy.stack(List.of(X, X, X));
    var mapped = MLP.vmap().variableAxis("params", 0).splitRngs("params");

    var params = mapped.init(Key.of(0), rows).params();
    var variables = MLP.init(Key.of(0), X);
    var compiled = Transforms.jit((Array x) -> MLP.apply(variables, x));

    assertThat(params.get("Dense_1", "kernel").shape()).isEqualTo(Shape.of(3, 3, 4));
    assertThat(compiled.apply(X).shape()).isEqualTo(Shape.of(1, 2));
  }

  @Test
  void module_from_outside_is_used_through_a_copy() {
    var template = Dense.of(2);
    var model = Modules.of("Model", x -> template.copy().call(x));

    assertThat(model.init(Key.of(0), X).params().entries().keySet()).containsExactly("Dense_0");
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> Modules.of("Model", x -> template.call(x)).init(Key.of(0), X))
        .withMessageStartingWith("Dense.call at ");
  }

  @Test
  void text_shows_the_name_and_the_submodules() {
    assertThat(MLP).hasToString("Mlp()");
    assertThat(MLP.bind(MLP.init(Key.of(0), X)).unbind().module()).hasToString("Mlp()");

    var bound = MLP.bind(MLP.init(Key.of(0), X));
    bound.call(X);

    assertThat(bound.toString()).startsWith("Mlp(\n    # children\n    Dense_0 = Dense(");
    assertThat(ModuleType.nameOf(MLP)).isEqualTo("Mlp");
    assertThat(ModuleType.nameOf(Dense.of(1))).isEqualTo("Dense");
  }

  @Test
  @SuppressWarnings("DuplicateName") // on purpose
  void messages_show_the_name() {
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> MLP.call(X))
        .withMessageStartingWith("Mlp.call at ")
        .withMessageContaining(" is compact and needs a bound module, but this Mlp is unbound. ");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() ->
            Modules.of("Twice", x -> Dense.of(2).named("a").call(Dense.of(2).named("a").call(x)))
                .init(Key.of(0), X))
        .withMessageStartingWith("Submodule Dense \"a\" of Twice in scope \"/\" at ");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Modules.of("a/b", x -> x))
        .withMessageStartingWith("The name of a module needs at least one character and no slash");
  }

  @Test
  void configuration_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ModuleConfig.of(MLP))
        .withMessage(
            "A configuration needs a module from a @Module definition, but Mlp is made from "
                + "a lambda, which cannot be written. Write a definition for it.");
  }
}

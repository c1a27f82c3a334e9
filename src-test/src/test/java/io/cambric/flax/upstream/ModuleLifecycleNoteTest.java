package io.cambric.flax.upstream;

import static io.cambric.flax.upstream.Numbers.assertNumbers;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.transform.Transforms.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.MixedTransformationException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnboundModuleException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.processor.CambricProcessor;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Variables;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The examples of the note on the life cycle of modules. */
class ModuleLifecycleNoteTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = ones(1, 2);

  @Test
  void a_module_of_setup_names_its_layers_by_the_components_of_its_parts() {
    var mlp = Mlp.of(5, 3);

    var variables = mlp.init(KEY, X);

    assertThat(variables)
        .hasToString(
            """
            {
              params: {
                hidden: {
                  kernel: f32[2,5]
                  bias: f32[5]
                }
                out: {
                  kernel: f32[5,3]
                  bias: f32[3]
                }
              }
            }\
            """);
    assertNumbers(mlp.apply(variables, X), -0.89785379, -0.77749902, -0.01292064);
  }

  @Test
  void init_is_apply_of_nothing_with_everything_mutable() {
    var mlp = Mlp.of(5, 3);

    var applied =
        mlp.apply(
            Variables.empty(), mutable(CollectionFilter.all()).rng("params", KEY), m -> m.call(X));

    var variables = mlp.init(KEY, X);
    assertThat(applied.variables()).hasToString(variables.toString());
    assertThat(applied.variables().params().get("out", "kernel").toFloats())
        .isEqualTo(variables.params().get("out", "kernel").toFloats());
  }

  @Test
  void apply_is_pure_and_leaves_the_module_and_the_variables() {
    var mlp = Mlp.of(5, 3);
    var variables = mlp.init(KEY, X);

    var once = mlp.apply(variables, X);

    assertThat(mlp.apply(variables, X).toFloats()).isEqualTo(once.toFloats());
    assertThat(mlp.hiddenSize()).isEqualTo(5);
    assertThat(mlp.outSize()).isEqualTo(3);
    assertThat(mlp).isEqualTo(Mlp.of(5, 3));
  }

  @Test
  void a_compact_module_names_its_layers_in_order() {
    var mlp = CompactMlp.of(5, 3);

    var variables = mlp.init(KEY, X);

    assertThat(variables.params().entries().keySet()).containsExactly("Dense_0", "Dense_1");
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(2, 5));
    assertThat(variables.params().get("Dense_1", "kernel").shape()).isEqualTo(Shape.of(5, 3));
    assertNumbers(mlp.apply(variables, X), -0.63553292, 0.12401465, 0.76961660);
  }

  @Test
  void a_parameter_takes_its_shape_from_the_input() {
    var mlp = CompactScaledMlp.of(5, 3);

    var variables = mlp.init(KEY, X);

    assertThat(variables.params().entries().keySet())
        .containsExactly("scale", "Dense_0", "Dense_1");
    assertThat(variables.params().get("scale").shape()).isEqualTo(Shape.of(2));
    assertNumbers(mlp.apply(variables, X), -0.63553292, 0.12401465, 0.76961660);
  }

  @Test
  void layers_made_in_branches_on_an_argument_do_not_compile() {
    var wrongModule =
        """
        package example;

        import io.cambric.annotations.Compact;
        import io.cambric.annotations.Module;
        import io.cambric.core.Array;
        import io.cambric.nn.Dense;

        @Module
        record WrongModuleDef() {
          @Compact
          Array call(Array x, String mode) {
            if (mode.equals("encode")) {
              return Dense.of(8).call(x);
            } else {
              return Dense.of(4).call(x);
            }
          }
        }
        """;

    var errors =
        Compiler.javac()
            .withProcessors(new CambricProcessor())
            .compile(JavaFileObjects.forSourceString("example.WrongModuleDef", wrongModule))
            .errors();

    assertThat(errors)
        .extracting(error ->
            error.getLineNumber()
                + ": "
                + error.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .containsExactly(
            "13: [SubmoduleInBranch] Dense is constructed only when \"mode\" is \"encode\", so its"
                + " name depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.",
            "15: [SubmoduleInBranch] Dense is constructed only when \"mode\" is not \"encode\", so"
                + " its name depends on a call argument. Construct it before the branch, name it"
                + " with named(...), or move it to @Setup.");
  }

  @Test
  void layers_made_before_the_branch_have_names_of_their_own() {
    var module = CorrectModule.of();

    var encoder = module.init(KEY, X, "encode");
    var decoder = module.init(KEY, X, "decode");

    assertThat(encoder.params().paths()).containsExactly("Dense_0/bias", "Dense_0/kernel");
    assertThat(decoder.params().paths()).containsExactly("Dense_1/bias", "Dense_1/kernel");
    assertNumbers(
        module.apply(decoder, X, "decode"), 0.45758015, 0.84430134, -0.66128469, -1.10394096);
  }

  @Test
  void layers_in_branches_may_be_named_or_made_in_setup() {
    var named = NamedBranches.of().init(KEY, X, "decode");
    var setup = SetupBranches.of().init(KEY, X, "decode");

    assertThat(named.params().paths()).containsExactly("decoder/bias", "decoder/kernel");
    assertThat(setup.params().paths()).containsExactly("decoder/bias", "decoder/kernel");
    assertThat(named.params().get("decoder", "kernel").toFloats())
        .isEqualTo(setup.params().get("decoder", "kernel").toFloats());
  }

  @Test
  void a_copy_of_a_module_is_made_of_its_construction_arguments() {
    var mlp = CompactMlp.of(5, 3);

    assertThat(mlp.withHiddenSize(7)).isEqualTo(CompactMlp.of(7, 3));
    assertThat(mlp.hiddenSize()).isEqualTo(5);
  }

  @Test
  void a_bound_module_is_called_without_apply() {
    var mlp = CompactMlp.of(5, 3);
    var variables = mlp.init(KEY, X);

    var bound = mlp.bind(variables);

    assertThat(bound.call(X).toFloats()).isEqualTo(mlp.apply(variables, X).toFloats());
    assertThat(bound.unbind().module()).isEqualTo(mlp);
    assertThat(bound.variables()).isEqualTo(variables);
  }

  @Test
  void a_bound_module_is_no_pytree_that_could_be_optimised() {
    var mlp = CompactMlp.of(5, 3);
    var bound = mlp.bind(mlp.init(KEY, X));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Optax.adam(1e-3).init(bound))
        .withMessage(
            "A gradient transformation needs a tree of arrays, but one leaf is of class"
                + " io.cambric.flax.upstream.CompactMlp. Make it an array, or mark the component that"
                + " holds it @Static.");
    assertThatExceptionOfType(DifferentiationException.class)
        .isThrownBy(() -> grad((CompactMlp m) -> m.call(X).sum()).apply(bound))
        .withMessage(
            "grad needs an argument with arrays, but its leaves are only of CompactMlp. "
                + "Pass the parameters as the argument, and close over the rest.");
  }

  @Test
  void parts_of_an_unbound_module_are_there_but_without_variables() {
    var module = TopLevelAccess.of();

    assertThat(module.parts().foo()).isEqualTo(Dense.of(2));
    assertThatExceptionOfType(UnboundModuleException.class)
        .isThrownBy(() -> module.call(X))
        .withMessageMatching(
            "A method of TopLevelAccess at \\S+ needs the parts of its setup, but this "
                + "TopLevelAccess is unbound, so setup has not run\\. Call it inside init or "
                + "apply, or bind the model\\.");
  }

  @Test
  void a_method_may_call_a_function_that_closes_over_a_module() {
    var x = arange(12.0).reshape(3, 4).div(10);
    var module = Closure.of(false);

    var variables = module.init(KEY, x);

    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(4, 4));
    assertNumbers(
        module.apply(variables, x).get(0), 1.63227344, 3.50902891, 2.00568342, 0.83113939);
  }

  @Test
  void a_transformed_method_may_not_call_such_a_function() {
    assertThatExceptionOfType(MixedTransformationException.class)
        .isThrownBy(() -> Closure.of(true).init(KEY, ones(3, 4)))
        .withMessageMatching(
            "Dense \"Dense_0\" was used at \\S+ in a lifted function without being passed "
                + "to it, so the function lacks its variables\\. Pass it to the lifted function "
                + "as an argument, and use the parameter\\.");
  }

  @Test
  void a_partial_closure_passes_its_module_through_a_transformation() {
    var x = arange(12.0).reshape(3, 4).div(10);

    var variables = PartialClosure.of().init(KEY, x);
    var own = OwnClosure.of().init(KEY, x);

    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(3, 4, 4));
    var y = PartialClosure.of().apply(variables, x);
    assertNumbers(y.get(0), 1.64857841, 2.86417413, 1.09652317, -1.70867109);
    assertNumbers(y.get(2), 1.04697978, 0.48503208, 0.80632156, 3.01339626);
    assertThat(OwnClosure.of().apply(own, x).toFloats()).isEqualTo(y.toFloats());
  }

  @Test
  void a_part_of_an_unbound_module_is_applied_to_its_part_of_the_variables() {
    var autoEncoder = AutoEncoder.of(2, 4);
    var x = ones(1, 4);
    var variables = autoEncoder.init(KEY, x);
    var decoderVariables = Variables.of(variables.params().at("decoder"));

    var y = autoEncoder.parts().decoder().apply(decoderVariables, ones(1, 2));

    assertNumbers(y, -1.37065256, -0.88309664, -0.74356008, 0.69843698);
    assertNumbers(autoEncoder.apply(variables, x), 0.50275344, 0.67908186, 0.36095908, -0.04070261);
  }
}

package io.cambric.scope;

import static io.cambric.scope.ScopeSamples.ALL;
import static io.cambric.scope.ScopeSamples.NONE;
import static io.cambric.scope.ScopeSamples.ONE;
import static io.cambric.scope.ScopeSamples.ZEROS;
import static io.cambric.scope.ScopeSamples.scope;
import static io.cambric.scope.ScopeSamples.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ParamShapeException;
import io.cambric.numpy.Initializer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parameters of a scope: made by init, looked up and checked by apply. */
class ScopeParamTest {

  @Test
  void param_is_f32_unless_another_dtype_is_given() {
    var scope = scope(Variables.empty(), ALL);
    assertThat(scope.param("a", ZEROS, Shape.of(2)).dtype()).isEqualTo(DType.F32);
    assertThat(scope.param("b", ZEROS, Shape.of(2), DType.F16).dtype()).isEqualTo(DType.F16);
  }

  @Test
  void param_that_is_there_is_returned_without_drawing_a_key() {
    var scope = scope(Variables.of(Params.of("w", ONE)), NONE);

    assertThat(zeros(scope, "w", 1)).isSameAs(ONE);
    assertThat(KeyData.of(scope.makeRng("params"))).containsExactly(1428664606L, 3351135085L);
  }

  @Test
  void param_that_is_made_draws_one_key_even_for_zeros() {
    var scope = scope(Variables.empty(), ALL);
    zeros(scope, "w", 1);

    assertThat(KeyData.of(scope.makeRng("params"))).containsExactly(3456700291L, 3873160899L);
  }

  @Test
  void param_of_another_shape_than_the_initializer_yields_is_an_error() {
    var scope = scope(Variables.of(Params.of("w", ONE)), ALL);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> zeros(scope, "w", 3))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ was initialised with shape \\[1\\], but the"
                + " initializer now yields shape \\[3\\]. Call apply with inputs shaped as at"
                + " init, or init again.");
  }

  @Test
  void param_with_its_axes_in_another_order_is_reported_with_its_transposition() {
    var pytorch = NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
    var scope = scope(Variables.of(Params.of("kernel", pytorch)), NONE);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> scope.param("kernel", ZEROS, Shape.of(2, 3)))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/\" at \\S+ was initialised with shape \\[3, "
                + "2\\], but the initializer now yields shape \\[2, 3\\]. The sizes are the same "
                + "in another order: transpose it, as in transpose\\(1, 0\\)\\. PyTorch stores "
                + "kernels as \\[out, in\\]; Cambric needs \\[in, out\\]\\. If it comes from "
                + "this model, init again.");
  }

  @Test
  void subtree_in_place_of_a_param_is_reported_with_its_names() {
    var scope = scope(Variables.of(Params.of("w", Params.of("kernel", ONE))), NONE);

    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() -> zeros(scope, "w", 1))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/\" at \\S+ needs an array of shape \\[1\\], but in the given"
                + " collection \"params\" it is a subtree of \\[kernel\\]. Pass the variables that init"
                + " of this model returned, or init again.");
  }

  @Test
  void leaf_in_place_of_a_submodules_variables_is_reported() {
    var given = Variables.of(Params.of("Dense_0", ONE));

    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> zeros(scope(given, NONE).push("Dense_0").push("inner"), "w", 1))
        .withMessageMatching(
            "Parameter \"w\" in scope \"/Dense_0/inner\" at \\S+ needs nested values on its "
                + "path, but \"Dense_0\" of the given collection \"params\" is a leaf\\. Pass "
                + "the variables that init of this model returned, or init again\\.");
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> zeros(scope(given, ALL).push("Dense_0"), "w", 1))
        .withMessageMatching(
            "A submodule \"Dense_0\" at \\S+ needs nested values for its variables, but the given"
                + " \"Dense_0\" is the leaf f32\\[1\\]. Pass the variables that init of this model"
                + " returned, or give the submodule another name.");
  }

  @Test
  void shape_check_asks_the_initializer_and_not_the_shape_it_was_given() {
    Initializer pretrained = (_, _, _) -> ONE;
    var scope = scope(Variables.of(Params.of("w", ONE)), NONE);

    assertThat(scope.param("w", pretrained, Shape.of(7), DType.F32)).isSameAs(ONE);
  }

  @Test
  void shape_check_ignores_dtypes() {
    var scope = scope(Variables.of(Params.of("w", NdArray.ofInts(Shape.of(1), 5))), NONE);

    assertThat(zeros(scope, "w", 1).dtype()).isEqualTo(DType.I32);
  }

  @Test
  void param_may_be_a_pytree_and_is_checked_leaf_by_leaf() {
    var made = scope(Variables.empty(), ALL);
    List<Array> pair = made.param("w", _ -> List.<Array>of(ONE, ONE));
    var again = scope(made.variables(), NONE);

    assertThat(pair).containsExactly(ONE, ONE);
    assertThat(again.<List<Array>>param("w", _ -> List.<Array>of(ONE, ONE))).isEqualTo(pair);
    again.rewind();
    assertThatExceptionOfType(ParamShapeException.class)
        .isThrownBy(() ->
            again.<List<Array>>param("w", _ -> List.<Array>of(ONE, NdArray.of(Shape.of(2), 1, 2))));
  }

  @Test
  void missing_param_of_a_collection_that_is_there_names_what_is_there() {
    var scope = scope(Variables.of(Params.of("kernel", ONE)), NONE);

    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(() -> zeros(scope, "kernl", 1))
        .withMessageMatching(
            "Parameter \"kernl\" in scope \"/\" at \\S+ is not in the given collection \"params\","
                + " which has \\[kernel\\] there. Did you mean \"kernel\"\\? Pass the variables"
                + " that init of this model returned, or init again.");
  }

  @Test
  void missing_param_without_the_collection_says_so() {
    var scope = scope(Variables.of("parms", Params.of("kernel", ONE)), NONE);

    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> zeros(scope.push("Dense_0"), "kernel", 1))
        .withMessageMatching(
            "Parameter \"kernel\" in scope \"/Dense_0\" at \\S+ needs collection "
                + "\"params\", but got \\[parms\\]\\. Did you mean \"parms\"\\? Pass the "
                + "variables that init of this model returned, or make \"params\" mutable\\.");
  }
}

package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;

/** The rules are those of flax.linen 0.12.8: merge_param and dtypes.promote_dtype. */
class LayerArgumentsTest {

  @Test
  void a_value_is_given_to_the_module_or_to_its_call() {
    assertThat(LayerArguments.mergeParam("train", true, null)).isTrue();
    assertThat(LayerArguments.mergeParam("rate", null, 0.5)).isEqualTo(0.5);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LayerArguments.mergeParam("train", true, true))
        .withMessage(
            "A module needs train once, but the module has true and its call true. Leave one of"
                + " them out.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> LayerArguments.<Boolean>mergeParam("train", null, null))
        .withMessage(
            "A module needs train, but neither the module nor its call has it. Pass it to call, or"
                + " construct with withTrain(...).");
  }

  @Test
  void arrays_are_promoted_to_the_dtype_that_they_meet_in_or_to_the_one_asked_for() {
    Array x = Numpy.array(1, 2);
    Array y = Numpy.ones(2);

    assertThat(LayerDtypes.promoteDtype(null, x, null, y))
        .extracting(array -> array == null ? null : array.dtype())
        .containsExactly(DType.F32, null, DType.F32);
    assertThat(LayerDtypes.promoteDtype(DType.BF16, x, y))
        .extracting(array -> array == null ? null : array.dtype())
        .containsExactly(DType.BF16, DType.BF16);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> LayerDtypes.promoteDtype(DType.I32, x))
        .withMessage(
            "A layer needs a floating dtype to compute in, but got i32. Leave dtype out, or give"
                + " f32, f16 or bf16.");
  }
}

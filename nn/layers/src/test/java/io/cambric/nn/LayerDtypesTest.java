package io.cambric.nn;

import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import org.junit.jupiter.api.Test;

class LayerDtypesTest {

  @Test
  void operands_meet_in_one_dtype_and_absent_ones_do_not_count() {
    assertThat(LayerDtypes.canonicalize(null, ones(1).astype(DType.BF16), null))
        .isEqualTo(DType.BF16);
    assertThat(
            LayerDtypes.canonicalize(null, ones(1).astype(DType.BF16), ones(1).astype(DType.F16)))
        .isEqualTo(DType.F32);
  }

  @Test
  void integers_become_f32() {
    assertThat(LayerDtypes.canonicalize(null, NdArray.scalar(DType.I32, 1))).isEqualTo(DType.F32);
    assertThat(LayerDtypes.canonicalize(null, NdArray.scalar(DType.BOOL, 1))).isEqualTo(DType.F32);
  }

  @Test
  void a_dtype_that_is_given_wins() {
    assertThat(LayerDtypes.canonicalize(DType.F16, ones(1))).isEqualTo(DType.F16);
  }

  /** The dtypes are those of flax.linen.dtypes.promote_dtype in Flax 0.12.8. */
  @Test
  void operands_are_cast_to_the_dtype_they_meet_in_and_absent_ones_stay_absent() {
    var half = ones(2).astype(DType.F16);
    assertThat(LayerDtypes.promoteDtype(null, half, null, NdArray.scalar(DType.I32, 3)))
        .extracting(array -> array == null ? null : array.dtype())
        .containsExactly(DType.F16, null, DType.F16);
    assertThat(LayerDtypes.promoteDtype(null, half, ones(2).astype(DType.BF16)))
        .extracting(array -> array == null ? null : array.dtype())
        .containsExactly(DType.F32, DType.F32);
    assertThat(LayerDtypes.promoteDtype(DType.BF16, half, ones(2)))
        .extracting(array -> array == null ? null : array.dtype())
        .containsExactly(DType.BF16, DType.BF16);
  }

  @Test
  void an_integer_dtype_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> LayerDtypes.promoteDtype(DType.I32, ones(1)))
        .withMessage(
            "A layer needs a floating dtype to compute in, but got i32. Leave dtype out, or "
                + "pass f32, f16 or bf16.");
  }
}

package io.cambric.nn;

import static io.cambric.nn.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
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
}

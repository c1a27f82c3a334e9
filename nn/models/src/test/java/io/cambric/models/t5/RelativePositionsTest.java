package io.cambric.models.t5;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RelativePositionsTest {

  /** Computed by {@code _relative_position_bucket} of Transformers. */
  private static final int[] BOTH_SIDES = {
    15, 15, 14, 12, 10, 8, 7, 6, 2, 1, 0, 17, 18, 22, 23, 24, 26, 28, 30, 31, 31
  };

  private static final int[] BEFORE = {
    31, 31, 26, 21, 16, 9, 7, 6, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  };

  private static final int[] DISTANCES = {
    -128, -127, -64, -32, -16, -9, -7, -6, -2, -1, 0, 1, 2, 6, 7, 9, 16, 32, 64, 100, 128
  };

  @Test
  void distances_have_the_kinds_of_the_original() {
    var encoder = new RelativePositions(32, 128, true);
    var decoder = new RelativePositions(32, 128, false);

    assertThat(IntStream.of(DISTANCES).map(encoder::kind).toArray()).containsExactly(BOTH_SIDES);
    assertThat(IntStream.of(DISTANCES).map(decoder::kind).toArray()).containsExactly(BEFORE);
  }

  @Test
  void a_step_has_the_row_of_its_position() {
    var positions = new RelativePositions(8, 12, false);

    var all = positions.of(20, 20, NdArray.scalar(DType.I32, 0));
    var one = positions.of(1, 20, NdArray.scalar(DType.I32, 17));

    assertThat(one.get(0).concrete("test").toInts())
        .isEqualTo(all.get(17).concrete("test").toInts());
  }
}

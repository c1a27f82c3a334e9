package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.testing.KernelOperands;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The micro-kernels for few registers. Products use them only where registers are few, but they
 * compute the same bits with any vectors of four lanes and more.
 */
class Avx2MicroKernelsTest {

  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;
  private static final float UNTOUCHED = -7f;

  /** One, and an even and an odd number, both small and large. */
  private static final int[] K_SIZES = {1, 6, 7, 334, 333};

  static IntStream heights() {
    return IntStream.rangeClosed(1, Avx2MicroKernels.MAX_ROWS);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "height={0}")
  @MethodSource("heights")
  void tiles_hold_all_rows_and_compute_few_more(int height) {
    int computed = Avx2MicroKernels.computed(height);

    assertThat(computed).isBetween(height, height + 3);
    assertThat(computed).isLessThanOrEqualTo(Avx2MicroKernels.MAX_ROWS);
    assertThat((Avx2MicroKernels.tiles(height) - 1) * Tiles6x2.ROWS + PACK_MR)
        .isGreaterThanOrEqualTo(computed);
    if (height % 2 == 0 && height > 2) {
      assertThat(computed).isEqualTo(height);
    }
  }

  @ParameterizedTest(name = "height={0}")
  @MethodSource("heights")
  void a_row_block_has_the_bits_of_its_rows_compiled_or_not(int height) {
    assumeTrue(Species.LANES >= 4, "vectors of two elements");
    var random = new Random(height);
    int kSize = K_SIZES[height % K_SIZES.length];
    int tiles = Avx2MicroKernels.tiles(height);
    float[] a = KernelOperands.floats(tiles * PACK_MR * kSize, random);
    float[] b = KernelOperands.floats(kSize * NR, random);
    int computed = Avx2MicroKernels.computed(height);
    float[] expected = new float[(computed + 1) * NR];
    Arrays.fill(expected, UNTOUCHED);
    for (int i = 0; i < computed; i++) {
      int tile = Math.min(i / Tiles6x2.ROWS, tiles - 1);
      int at = tile * PACK_MR * kSize + i - tile * Tiles6x2.ROWS;
      for (int j = 0; j < NR; j++) {
        float sum = 0;
        for (int k = 0; k < kSize; k++) {
          sum = Math.fma(a[at + k * PACK_MR], b[k * NR + j], sum);
        }
        expected[i * NR + j] = sum;
      }
    }
    float[] twice = expected.clone();
    for (int i = 0; i < computed * NR; i++) {
      twice[i] += expected[i];
    }
    for (boolean vectors : new boolean[] {true, false}) {
      WarmUp.skipWaiting(vectors);
      float[] actual = new float[expected.length];
      Arrays.fill(actual, UNTOUCHED);
      int[] outOffsets = OffsetTables.of(computed, NR);

      Avx2MicroKernels.ALL.run(height, a, 0, kSize, b, 0, actual, outOffsets, 0, 0, false);
      assertThat(actual).as("stored, vectors: " + vectors).isEqualTo(expected);

      if (Avx2MicroKernels.canAdd(kSize)) {
        Avx2MicroKernels.ALL.run(height, a, 0, kSize, b, 0, actual, outOffsets, 0, 0, true);
        assertThat(actual).as("added, vectors: " + vectors).isEqualTo(twice);
      }
    }
  }
}

package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The micro-kernels for packed operands of all machines, which run with any vectors. */
class PackedKernelsTest {

  private static final int PACK_MR = Packing.PACK_MR;
  private static final int NR = Packing.NR;
  private static final float UNTOUCHED = -7f;

  /** One, and an even and an odd number, both small and large. */
  private static final int[] K_SIZES = {1, 6, 7, 334, 333};

  static Stream<Arguments> blocks() {
    return Stream.of(
            PackedKernels.ofFewRegisters(LaneType.F32), PackedKernels.ofManyRegisters(LaneType.F32))
        .flatMap(kernels ->
            IntStream.concat(IntStream.rangeClosed(1, 50), IntStream.of(kernels.maxRows()))
                .mapToObj(height -> Arguments.of(kernels, height)));
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  @ParameterizedTest(name = "{0}, height {1}")
  @MethodSource("blocks")
  void tiles_hold_all_rows_and_compute_few_more(PackedKernels kernels, int height) {
    int computed = kernels.computed(height);

    assertThat(computed).isBetween(height, height + 3);
    assertThat(computed).isLessThanOrEqualTo(kernels.maxRows());
    assertThat((kernels.panels(height) - 1) * kernels.step() + PACK_MR)
        .isGreaterThanOrEqualTo(computed);
  }

  @ParameterizedTest(name = "{0}, height {1}")
  @MethodSource("blocks")
  void a_row_block_has_the_bits_of_its_rows_compiled_or_not(PackedKernels kernels, int height) {
    var random = new Random(height);
    int kSize = K_SIZES[height % K_SIZES.length];
    int panels = kernels.panels(height);
    float[] a = KernelOperands.floats(panels * PACK_MR * kSize, random);
    float[] b = KernelOperands.floats(kSize * NR, random);
    int computed = kernels.computed(height);
    float[] once = new float[(computed + PACK_MR) * NR];
    Arrays.fill(once, UNTOUCHED);
    Arrays.fill(once, 0, computed * NR, 0f);
    addProducts(kernels, computed, a, kSize, b, once);
    float[] twice = once.clone();
    addProducts(kernels, computed, a, kSize, b, twice);
    for (var panel : List.of(PackedKernels.Panel.packed(b, 0), unpacked(b, kSize))) {
      for (boolean vectors : new boolean[] {true, false}) {
        WarmUp.skipWaiting(vectors);
        String text = "step " + panel.step() + ", vectors " + vectors;
        float[] actual = new float[once.length];
        Arrays.fill(actual, UNTOUCHED);
        var rows = Rows.of(actual, 0, computed, NR);

        kernels.run(false, height, a, kSize, panel, rows);
        assertRows(actual, once, height, computed, "stored, " + text);

        kernels.run(true, height, a, kSize, panel, rows);
        assertRows(actual, twice, height, computed, "extended, " + text);
      }
    }
  }

  @ParameterizedTest(name = "{0}, height {1}")
  @MethodSource("blocks")
  void columns_in_one_vector_have_the_bits_that_they_have_in_two(
      PackedKernels kernels, int height) {
    var random = new Random(height);
    int kSize = K_SIZES[height % K_SIZES.length];
    float[] a = KernelOperands.floats(kernels.panels(height) * PACK_MR * kSize, random);
    float[] b = KernelOperands.floats(kSize * NR, random);
    int computed = kernels.computed(height);
    for (int columns : new int[] {Species.LANES, Species.LANES - 1}) {
      for (boolean vectors : new boolean[] {true, false}) {
        WarmUp.skipWaiting(vectors);
        float[] expected = new float[(computed + PACK_MR) * NR];
        float[] actual = new float[expected.length];
        for (boolean extend : new boolean[] {false, true}) {
          var wide = PackedKernels.Panel.packed(b, 0);
          kernels.run(extend, height, a, kSize, wide, Rows.of(expected, 0, computed, NR));
          var narrow = new PackedKernels.Panel(b, 0, NR, columns);
          kernels.run(extend, height, a, kSize, narrow, Rows.of(actual, 0, computed, NR));
          for (int i = 0; i < height; i++) {
            assertThat(Arrays.copyOfRange(actual, i * NR, i * NR + columns))
                .as("row %d of %d columns, extended %s, vectors %s", i, columns, extend, vectors)
                .isEqualTo(Arrays.copyOfRange(expected, i * NR, i * NR + columns));
          }
        }
      }
    }
  }

  /** {@return the same panel, as columns of a matrix that has more of them} */
  private static PackedKernels.Panel unpacked(float[] b, int kSize) {
    int step = NR + 5;
    float[] matrix = new float[3 + kSize * step];
    for (int k = 0; k < kSize; k++) {
      System.arraycopy(b, k * NR, matrix, 3 + k * step, NR);
    }
    return new PackedKernels.Panel(matrix, 3, step, NR);
  }

  /** Rows between the height and the tiles may be computed or not; no row after them is written. */
  private static void assertRows(
      float[] actual, float[] expected, int height, int computed, String text) {
    assertThat(Arrays.copyOf(actual, height * NR))
        .as(text)
        .isEqualTo(Arrays.copyOf(expected, height * NR));
    assertThat(Arrays.copyOfRange(actual, computed * NR, actual.length))
        .as(text)
        .containsOnly(UNTOUCHED);
  }

  private static void addProducts(
      PackedKernels kernels, int rows, float[] a, int kSize, float[] b, float[] c) {
    for (int i = 0; i < rows; i++) {
      int panel = Math.min(i / kernels.step(), kernels.panels(rows) - 1);
      int at = panel * PACK_MR * kSize + i - panel * kernels.step();
      for (int j = 0; j < NR; j++) {
        for (int k = 0; k < kSize; k++) {
          int to = i * NR + j;
          c[to] = Math.fma(a[at + k * PACK_MR], b[k * NR + j], c[to]);
        }
      }
    }
  }
}

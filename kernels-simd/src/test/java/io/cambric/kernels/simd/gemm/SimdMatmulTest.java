package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.block.Rows;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimdMatmulTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void any_strides_agree_with_plain(long seed) {
    var random = new Random(seed);
    int batch = 1 + random.nextInt(3);
    int m = size(random);
    int n = size(random);
    int k = random.nextInt(10) == 0 ? 1100 + random.nextInt(600) : random.nextInt(50);
    var spec = new MatmulSpec(batch, m, n, k, DType.F32);
    var lhs =
        fill(KernelOperands.operand(DType.F32, new int[] {batch, m, k}, true, random), random);
    var rhs =
        fill(KernelOperands.operand(DType.F32, new int[] {batch, k, n}, true, random), random);
    var actual = KernelOperands.operand(DType.F32, new int[] {batch, m, n}, false, random);
    var expected = KernelOperands.copy(actual);
    SIMD.matmul(spec, lhs, rhs, actual);
    PLAIN.matmul(spec, lhs, rhs, expected);
    float[] e = expected.buffer().floats();
    for (int i = 0; i < e.length; i++) {
      if (Float.isNaN(e[i])) {
        assertThat(actual.buffer().floats()[i]).isNaN();
      } else if (Float.isInfinite(e[i])) {
        assertThat(actual.buffer().floats()[i]).isEqualTo(e[i]);
      } else {
        assertThat(actual.buffer().floats()[i])
            .as(spec.toString())
            .isCloseTo(e[i], within(1e-6f * (1 + k) + Math.abs(e[i]) * 1e-6f));
      }
    }
  }

  private static int size(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 1;
      case 1 -> 1 + random.nextInt(20);
      case 2 -> 1 + random.nextInt(70);
      default -> 60 + random.nextInt(90);
    };
  }

  private static Operand fill(Operand operand, Random random) {
    float[] values = KernelOperands.floats(operand.buffer().length(), random);
    System.arraycopy(values, 0, operand.buffer().floats(), 0, values.length);
    return operand;
  }

  @Test
  void a_zero_times_infinity_is_not_skipped_and_padding_is_not_written() {
    float[] a = {0, 1};
    float[] b = {Float.POSITIVE_INFINITY, 1};
    float[] out = {7, 7, 7};
    SIMD.matmul(
        new MatmulSpec(1, 1, 1, 2, DType.F32),
        new Operand(Buffer.wrap(a), 0, new int[] {0, 2, 1}),
        new Operand(Buffer.wrap(b), 0, new int[] {0, 1, 1}),
        new Operand(Buffer.wrap(out), 1, new int[] {0, 1, 1}));
    assertThat(out[0]).isEqualTo(7);
    assertThat(out[1]).isNaN();
    assertThat(out[2]).isEqualTo(7);
  }

  @Test
  void plain_tiles_give_the_bits_of_vector_tiles() {
    var random = new Random(5);
    for (int number = 0; number < 4; number++) {
      boolean indexed = number % 2 > 0;
      var kernel = UnpackedKernel.of(!indexed, 8).get(number / 2);
      float[] a = KernelOperands.floats(4000, random);
      float[] b = KernelOperands.floats(100 * kernel.columns(), random);
      int[] rowOffsets = random.ints(16, 0, 1000).toArray();
      int[] kOffsets = random.ints(indexed ? 90 : 3, 0, 1000).toArray();
      int[] outOffsets = java.util.stream.IntStream.range(0, 16).map(i -> i * 40).toArray();
      float[] x = new float[700];
      float[] y = new float[700];
      int n = kOffsets.length;
      var kBlock = new Gemm.KBlock(0, n, 0, indexed ? 1 : 30);
      var rows = new Rows(a, rowOffsets, 0, 5);
      var panel = new PackedKernels.Panel(b, 0, kernel.columns(), kernel.columns());
      for (boolean extend : new boolean[] {false, true}) {
        WarmUp.skipWaiting(true);
        kernel.run(extend, rows, 16, kOffsets, kBlock, panel, new Rows(x, outOffsets, 0, 3));
        WarmUp.skipWaiting(false);
        kernel.run(extend, rows, 16, kOffsets, kBlock, panel, new Rows(y, outOffsets, 0, 3));
        assertThat(x).isEqualTo(y);
      }
    }
  }
}

package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Column reductions: the reduced axes are outer, and the kept elements are adjacent. */
class ColumnFoldTest {

  private static final Kernels SIMD = Compiled.kernels();

  /** Plain kernels with the same trees of sums, element by element. */
  private static final Kernels SCALAR =
      new PlainKernels() {
        @Override
        public void reduce(
            ReduceOp op,
            LoopBody body,
            int[] dims,
            int kept,
            List<Operand> inputs,
            Operand output) {
          assertThat(reduceFloats(op, body, dims, kept, inputs, output)).isTrue();
        }
      };

  static LongStream seeds() {
    return Seeds.of(80);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void columns_have_the_bits_of_scalar_sums_for_stored_and_computed_elements(long seed) {
    var random = new Random(seed);
    int rows = 1 + random.nextInt(random.nextBoolean() ? 9 : 600);
    int width = 1 + random.nextInt(random.nextBoolean() ? 70 : 1500);
    int gap = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
    int stride = random.nextInt(12) == 0 ? 0 : width + gap;
    int offset = random.nextInt(5);
    float[] x = new float[offset + rows * (width + gap)];
    float[] negated = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextInt(500) == 0 ? Float.NaN : (float) random.nextGaussian();
      negated[i] = -x[i];
    }
    for (var op : List.of(ReduceOp.SUM, ReduceOp.PROD, ReduceOp.MAX, ReduceOp.MIN)) {
      int[] strides = {1, stride};
      var copy = LoopBody.copy(DType.F32);
      float[] expected = reduce(SCALAR, op, copy, x, offset, strides, width, rows);
      var neg =
          new LoopBody(
              List.of(DType.F32), List.of(Instr.of(ScalarOp.NEG, DType.F32, 0)), List.of(1));
      for (int threads : new int[] {1, 3}) {
        Threads.with(
            threads,
            () -> {
              assertThat(reduce(SIMD, op, copy, x, offset, strides, width, rows))
                  .isEqualTo(expected);
              assertThat(reduce(SIMD, op, neg, negated, offset, strides, width, rows))
                  .isEqualTo(expected);
            });
      }
    }
  }

  private static float[] reduce(
      Kernels kernels,
      ReduceOp op,
      LoopBody body,
      float[] x,
      int offset,
      int[] strides,
      int width,
      int rows) {
    float[] out = new float[width];
    kernels.reduce(
        op,
        body,
        new int[] {width, rows},
        1,
        List.of(new Operand(Buffer.wrap(x), offset, strides)),
        new Operand(Buffer.wrap(out), 0, new int[] {1}));
    return out;
  }
}

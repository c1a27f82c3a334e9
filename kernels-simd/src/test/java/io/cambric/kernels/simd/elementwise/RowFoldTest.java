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
import io.cambric.kernel.thread.Threads;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Row reductions: stored rows in four places of memory at once, computed rows one after another.
 */
class RowFoldTest {

  private static final Kernels SIMD = Compiled.kernels();

  private static final LoopBody COPY = LoopBody.copy(DType.F32);

  private static final LoopBody NEG =
      new LoopBody(List.of(DType.F32), List.of(Instr.of(ScalarOp.NEG, DType.F32, 0)), List.of(1));

  static LongStream seeds() {
    return Seeds.of(80);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void rows_have_the_same_bits_for_stored_and_computed_elements(long seed) {
    var random = new Random(seed);
    int lines = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
    int columns = 1 + random.nextInt(random.nextBoolean() ? 3 : 15);
    int rows = lines * columns;
    int length = 1 + random.nextInt(random.nextBoolean() ? 70 : 1024);
    int stride = length + (random.nextInt(3) == 0 ? random.nextInt(20) : 0);
    int offset = random.nextInt(5);
    float[] x = new float[offset + rows * stride];
    float[] negated = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextInt(5000) == 0 ? Float.NaN : (float) random.nextGaussian();
      negated[i] = -x[i];
    }
    for (var op : List.of(ReduceOp.SUM, ReduceOp.PROD, ReduceOp.MAX, ReduceOp.MIN)) {
      for (int threads : new int[] {1, 3}) {
        Threads.with(
            threads,
            () ->
                assertThat(reduce(op, COPY, x, offset, stride, lines, columns, length))
                    .as("%s of %d by %d rows of %d", op, lines, columns, length)
                    .isEqualTo(reduce(op, NEG, negated, offset, stride, lines, columns, length)));
      }
    }
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void long_rows_have_the_same_bits_in_however_many_blocks_they_are_computed(long seed) {
    var random = new Random(seed);
    int length = (1 + random.nextInt(6)) * 4096 + random.nextInt(200);
    float[] x = new float[2 * length];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    var stored = reduce(ReduceOp.SUM, COPY, x, 0, length, 1, 2, length);

    assertThat(reduce(ReduceOp.SUM, negations(2), x, 0, length, 1, 2, length))
        .as("few instructions, rows of %d", length)
        .isEqualTo(stored);
    assertThat(reduce(ReduceOp.SUM, negations(8), x, 0, length, 1, 2, length))
        .as("many instructions, rows of %d", length)
        .isEqualTo(stored);
  }

  private static LoopBody negations(int count) {
    var code =
        IntStream.range(0, count).mapToObj(i -> Instr.of(ScalarOp.NEG, DType.F32, i)).toList();
    return new LoopBody(List.of(DType.F32), code, List.of(count));
  }

  /** Reduces lines of rows; the results of a column are adjacent. */
  private static float[] reduce(
      ReduceOp op,
      LoopBody body,
      float[] x,
      int offset,
      int stride,
      int lines,
      int columns,
      int length) {
    float[] out = new float[1 + lines * columns];
    SIMD.reduce(
        op,
        body,
        new int[] {lines, columns, length},
        2,
        List.of(new Operand(Buffer.wrap(x), offset, new int[] {columns * stride, stride, 1})),
        new Operand(Buffer.wrap(out), 1, new int[] {1, lines}));
    return out;
  }
}

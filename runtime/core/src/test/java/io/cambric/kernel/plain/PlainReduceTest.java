package io.cambric.kernel.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainReduceTest {

  /** The plain reductions, and the f32 ones that providers use. */
  private static final class FloatKernels extends PlainKernels {
    @Override
    public void reduce(
        ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
      assertThat(reduceFloats(op, body, dims, kept, inputs, output)).isTrue();
    }
  }

  static LongStream seeds() {
    return Seeds.of(80);
  }

  private static final ReduceOp[] FLOATING = {
    ReduceOp.SUM, ReduceOp.PROD, ReduceOp.MAX, ReduceOp.MIN
  };

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void floats_reduce_as_a_sequential_fold_in_double_precision(long seed) {
    var random = new Random(seed);
    int rank = 1 + random.nextInt(4);
    int largest = new int[] {0, 70_000, 250, 40, 12}[rank];
    int[] dims = KernelOperands.dims(rank, largest, random);
    int kept = random.nextInt(rank + 1);
    var x = KernelOperands.operand(DType.F32, dims, true, random);
    for (int i = 0; i < x.buffer().length(); i++) {
      x.buffer().floats()[i] = 1 + random.nextFloat() / 100;
    }
    var body = LoopBody.of(ScalarOp.NEG, DType.F32, 0, List.of(DType.F32));
    int[] keptDims = Arrays.copyOf(dims, kept);
    for (var op : FLOATING) {
      for (var kernels : List.of(new PlainKernels(), new FloatKernels())) {
        var out = KernelOperands.operand(DType.F32, keptDims, false, random);
        kernels.reduce(op, body, dims, kept, List.of(x), out);
        int[] rest = Arrays.copyOfRange(dims, kept, rank);
        var keptPoints = KernelOperands.points(keptDims);
        for (int i = 0; i < keptPoints.size(); i += 1 + keptPoints.size() / 50) {
          double expected = naive(op, x, keptPoints.get(i), rest);
          double actual = out.buffer().getDouble(KernelOperands.position(out, keptPoints.get(i)));
          if (Math.abs(expected) > 1e30 || Math.abs(expected) < 1e-30) {
            continue;
          }
          int terms = Arrays.stream(rest).reduce(1, (a, b) -> a * b);
          assertThat(actual)
              .as("%s over %s keeping %d", op, Arrays.toString(dims), kept)
              .isCloseTo(expected, within(Math.abs(expected) * 1e-7 * (4 + terms)));
        }
      }
    }
  }

  private static double naive(ReduceOp op, Operand x, int[] kept, int[] rest) {
    double result = op.identity(DType.F32);
    int[] point = Arrays.copyOf(kept, kept.length + rest.length);
    for (int[] tail : KernelOperands.points(rest)) {
      System.arraycopy(tail, 0, point, kept.length, tail.length);
      double value = -x.buffer().getDouble(KernelOperands.position(x, point));
      result =
          switch (op) {
            case SUM -> result + value;
            case PROD -> result * value;
            case MAX -> Math.max(result, value);
            default -> Math.min(result, value);
          };
    }
    return result;
  }

  @Test
  void integers_reduce_exactly_and_wrap() {
    var x = Buffer.wrap(DType.U8, new byte[] {(byte) 200, 100, 3});
    assertThat(whole(ReduceOp.SUM, x)).isEqualTo((200 + 100 + 3) & 0xFF);
    assertThat(whole(ReduceOp.PROD, x)).isEqualTo(200 * 100 * 3 & 0xFF);
    assertThat(whole(ReduceOp.MAX, x)).isEqualTo(200);
    assertThat(whole(ReduceOp.MIN, x)).isEqualTo(3);
    assertThat(whole(ReduceOp.AND, x)).isEqualTo(200 & 100 & 3);
    assertThat(whole(ReduceOp.OR, x)).isEqualTo(200 | 100 | 3);
    assertThat(whole(ReduceOp.XOR, x)).isEqualTo(200 ^ 100 ^ 3);
    var u64 = Buffer.wrap(DType.U64, new long[] {-1, 5});
    assertThat(whole(ReduceOp.MAX, u64)).isEqualTo(-1);
    assertThat(whole(ReduceOp.MIN, u64)).isEqualTo(5);
    var bools = Buffer.wrap(DType.BOOL, new byte[] {1, 1, 0});
    assertThat(whole(ReduceOp.AND, bools)).isZero();
    assertThat(whole(ReduceOp.OR, bools)).isOne();
  }

  private static long whole(ReduceOp op, Buffer x) {
    var out = Buffer.allocate(x.dtype(), 1);
    new PlainKernels()
        .reduce(
            op,
            LoopBody.copy(x.dtype()),
            new int[] {x.length()},
            0,
            List.of(new Operand(x, 0, new int[] {1})),
            new Operand(out, 0, new int[0]));
    return out.getLong(0);
  }

  @Test
  void an_empty_reduction_gives_the_identity() {
    for (var dtype : DType.values()) {
      var ops = dtype.isFloating() ? FLOATING : ReduceOp.values();
      for (var op : ops) {
        var out = Buffer.allocate(dtype, 2);
        var expected = Buffer.allocate(dtype, 1);
        if (dtype.is64Bit() && !dtype.isFloating()) {
          continue;
        }
        expected.setDouble(0, op.identity(dtype));
        new PlainKernels()
            .reduce(
                op,
                LoopBody.copy(dtype),
                new int[] {2, 0},
                1,
                List.of(new Operand(Buffer.allocate(dtype, 0), 0, new int[] {0, 1})),
                new Operand(out, 0, new int[] {1}));
        assertThat(out.getDouble(1)).as("%s %s", op, dtype).isEqualTo(expected.getDouble(0));
      }
    }
  }

  @Test
  void max_and_min_propagate_nan() {
    for (int n : new int[] {1, 7, 63, 64, 129, 5000}) {
      for (var kernels : List.of(new PlainKernels(), new FloatKernels())) {
        for (var op : List.of(ReduceOp.MAX, ReduceOp.MIN)) {
          float[] x = KernelOperands.floats(n, new Random(n));
          x[n / 2] = Float.NaN;
          float[] out = new float[1];
          kernels.reduce(
              op,
              LoopBody.copy(DType.F32),
              new int[] {n},
              0,
              List.of(new Operand(Buffer.wrap(x), 0, new int[] {1})),
              new Operand(Buffer.wrap(out), 0, new int[0]));
          assertThat(out[0]).isNaN();
        }
      }
    }
  }

  /** As many inputs are contiguous along a reduced axis, but these have one value per row. */
  @Test
  void columns_are_summed_as_columns_even_with_per_row_inputs() {
    int columns = 70;
    int rows = 200;
    var random = new Random(5);
    float[] x = new float[rows * columns];
    float[] factors = new float[2 * rows];
    float[] products = new float[x.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = random.nextFloat();
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextFloat();
      products[i] = x[i] * factors[i / columns] * factors[rows + i / columns];
    }
    int[] dims = {columns, rows};
    int[] byRow = {0, 1};
    int[] byColumn = {1, columns};
    var multiplied =
        new LoopBody(
            List.of(DType.F32, DType.F32, DType.F32),
            List.of(
                Instr.of(ScalarOp.MUL, DType.F32, 0, 1), Instr.of(ScalarOp.MUL, DType.F32, 3, 2)),
            List.of(4));
    float[] expected = new float[columns];
    float[] actual = new float[columns];
    var kernels = new FloatKernels();

    kernels.reduce(
        ReduceOp.SUM,
        LoopBody.copy(DType.F32),
        dims,
        1,
        List.of(new Operand(Buffer.wrap(products), 0, byColumn)),
        new Operand(Buffer.wrap(expected), 0, new int[] {1}));
    kernels.reduce(
        ReduceOp.SUM,
        multiplied,
        dims,
        1,
        List.of(
            new Operand(Buffer.wrap(x), 0, byColumn),
            new Operand(Buffer.wrap(factors), 0, byRow),
            new Operand(Buffer.wrap(factors), rows, byRow)),
        new Operand(Buffer.wrap(actual), 0, new int[] {1}));

    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void argReduce_finds_the_first_of_equal_elements_and_the_first_nan() {
    assertThat(arg(true, 1, 3, 3, 2)).isEqualTo(1);
    assertThat(arg(false, 4, 1, 3, 1)).isEqualTo(1);
    assertThat(arg(true, 1, Float.NaN, 9, Float.NaN)).isEqualTo(1);
    assertThat(arg(false, 1, Float.NaN, -9)).isEqualTo(1);
  }

  private static int arg(boolean max, float... values) {
    int[] out = new int[1];
    new PlainKernels()
        .argReduce(
            max,
            DType.F32,
            new int[] {values.length},
            new Operand(Buffer.wrap(values), 0, new int[] {1}),
            new Operand(Buffer.wrap(DType.I32, out), 0, new int[0]));
    return out[0];
  }
}

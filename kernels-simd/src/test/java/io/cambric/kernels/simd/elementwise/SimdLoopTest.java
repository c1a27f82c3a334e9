package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector loops against plain loops: the same bits. */
class SimdLoopTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  /** Lengths around the boundaries of vectors and of blocks. */
  static IntStream lengths() {
    return IntStream.concat(IntStream.range(0, 68), IntStream.of(255, 257, 1023, 1024, 1025, 3000));
  }

  @ParameterizedTest(name = "length={0}")
  @MethodSource("lengths")
  void each_operation_agrees_at_lane_boundaries(int n) {
    var random = new Random(n);
    for (var dtype : List.of(DType.F32, DType.I32, DType.U32, DType.BF16, DType.U8, DType.BOOL)) {
      for (var op : ScalarOp.values()) {
        if (isDefined(op, dtype)) {
          check(op, dtype, n, random);
        }
      }
    }
  }

  private static boolean isDefined(ScalarOp op, DType dtype) {
    return switch (op) {
      case CONST, INDEX, CONVERT, BITCAST, ROW_SUM, ROW_MAX, ROW_MIN, ROW_SPREAD -> false;
      case AND, OR, XOR -> !dtype.isFloating();
      case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL, SHIFT_RIGHT_ARITHMETIC, POPULATION_COUNT, CLZ ->
          dtype.isInteger();
      case NOT -> !dtype.isFloating();
      case EQ, NE, LT, LE, GT, GE, SELECT -> true;
      case ADD, SUB, MUL, DIV, REM, MAX, MIN, CLAMP, NEG, ABS, SIGN, SQUARE, INTEGER_POW ->
          dtype != DType.BOOL;
      default -> dtype.isFloating();
    };
  }

  private static void check(ScalarOp op, DType dtype, int n, Random random) {
    var dtypes = new ArrayList<DType>();
    for (int i = 0; i < op.arity(); i++) {
      dtypes.add(op == ScalarOp.SELECT && i == 0 ? DType.BOOL : dtype);
    }
    var body = LoopBody.of(op, op.isPredicate() ? DType.BOOL : dtype, 3, dtypes);
    compare(body, new int[] {n}, random);
  }

  static LongStream seeds() {
    return Seeds.of(60);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void strided_fused_bodies_agree(long seed) {
    var random = new Random(seed);
    int rank = 1 + random.nextInt(4);
    int[] dims = KernelOperands.dims(rank, new int[] {0, 5000, 90, 18, 9}[rank], random);
    var body =
        new LoopBody(
            List.of(DType.F32, DType.F32, DType.I32),
            List.of(
                Instr.of(ScalarOp.ADD, DType.F32, 0, 1),
                Instr.constant(DType.F32, 0),
                Instr.of(ScalarOp.MAX, DType.F32, 3, 4),
                Instr.of(ScalarOp.GT, DType.BOOL, 3, 4),
                Instr.of(ScalarOp.SELECT, DType.F32, 6, 1, 5),
                Instr.index(DType.I32, rank - 1),
                Instr.of(ScalarOp.ADD, DType.I32, 2, 8),
                Instr.of(ScalarOp.CONVERT, DType.F32, 9),
                Instr.of(ScalarOp.FMA, DType.F32, 7, 5, 10)),
            List.of(11, 9, 6));
    compare(body, dims, random);
  }

  /** Extremes of rows are exact; their sums differ by roundings only. */
  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void bodies_over_rows_agree(long seed) {
    var random = new Random(seed);
    int[] dims = {1 + random.nextInt(40), 2 + random.nextInt(random.nextBoolean() ? 90 : 1000)};
    var body =
        new LoopBody(
            List.of(DType.F32),
            List.of(
                Instr.of(ScalarOp.ROW_MAX, DType.F32, 0),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 1),
                Instr.of(ScalarOp.SUB, DType.F32, 0, 2),
                Instr.of(ScalarOp.EXP, DType.F32, 3),
                Instr.of(ScalarOp.ROW_SUM, DType.F32, 4),
                Instr.of(ScalarOp.ROW_SPREAD, DType.F32, 5),
                Instr.of(ScalarOp.DIV, DType.F32, 4, 6)),
            List.of(7, 1));
    float[] x = new float[dims[0] * dims[1]];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    float[][] soft = new float[2][x.length];
    float[][] max = new float[2][dims[0]];
    var kernels = List.of(SIMD, PLAIN);
    for (int k = 0; k < 2; k++) {
      kernels
          .get(k)
          .loop(
              body,
              dims,
              List.of(new Operand(Buffer.wrap(x), 0, new int[] {dims[1], 1})),
              List.of(
                  new Operand(Buffer.wrap(soft[k]), 0, new int[] {dims[1], 1}),
                  new Operand(Buffer.wrap(max[k]), 0, new int[] {1, 0})));
    }
    assertThat(max[0]).isEqualTo(max[1]);
    for (int i = 0; i < x.length; i++) {
      assertThat(soft[0][i]).isCloseTo(soft[1][i], offset(soft[1][i] * 1e-6f));
    }
  }

  private static void compare(LoopBody body, int[] dims, Random random) {
    var inputs =
        body.inputs().stream().map(d -> KernelOperands.operand(d, dims, true, random)).toList();
    var actual =
        body.results().stream()
            .map(v -> KernelOperands.operand(body.dtype(v), dims, false, random))
            .toList();
    var expected = actual.stream().map(KernelOperands::copy).toList();
    SIMD.loop(body, dims, inputs, actual);
    PLAIN.loop(body, dims, inputs, expected);
    for (int k = 0; k < actual.size(); k++) {
      assertSame(body, dims, actual.get(k), expected.get(k));
    }
  }

  private static void assertSame(LoopBody body, int[] dims, Operand actual, Operand expected) {
    for (int i = 0; i < actual.buffer().length(); i++) {
      double a = actual.buffer().getDouble(i);
      double e = expected.buffer().getDouble(i);
      if (KernelOperands.bits(actual.buffer(), i) != KernelOperands.bits(expected.buffer(), i)) {
        assertThat(a).as("%s over %s", body.toText(), Arrays.toString(dims)).isEqualTo(e);
      }
    }
  }
}

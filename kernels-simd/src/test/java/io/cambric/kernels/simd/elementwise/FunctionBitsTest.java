package io.cambric.kernels.simd.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.kernels.simd.Compiled;
import io.cambric.testing.DoubleEdges;
import io.cambric.testing.KernelOperands;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All functions of floats and doubles, of all magnitudes: plain kernels and vector kernels give the
 * same bits, all NaNs alike.
 */
class FunctionBitsTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  /** Coprime to powers of two, so that all exponents occur, with many fractions. */
  private static final int STEP = 4_999;

  private static final float[] EDGES = {
    0f,
    -0f,
    1f,
    -1f,
    0.5f,
    -0.5f,
    1.5f,
    -2.5f,
    2f,
    -2f,
    3f,
    -3f,
    1f / 3,
    5f,
    -7f,
    0x1p23f,
    -0x1p24f,
    16777215f,
    4194303.5f,
    88.72284f,
    88.722847f,
    -103.97f,
    -104f,
    128f,
    -150f,
    71476f,
    71477f,
    1e10f,
    -1e30f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    -Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    0.49999997f,
    -0.49999997f,
    0.99999994f,
    1.0000001f
  };

  static Stream<ScalarOp> unary() {
    return Stream.of(ScalarOp.values())
        .filter(op -> op.arity() == 1)
        .filter(op -> !op.isRowReduction() && op != ScalarOp.ROW_SPREAD)
        .filter(op -> op != ScalarOp.CONVERT && op != ScalarOp.BITCAST)
        .filter(op -> isOfFloats(op));
  }

  static Stream<ScalarOp> binary() {
    return Stream.of(ScalarOp.values()).filter(op -> op.arity() == 2 && isOfFloats(op));
  }

  private static boolean isOfFloats(ScalarOp op) {
    return switch (op) {
      case NOT, POPULATION_COUNT, CLZ, AND, OR, XOR -> false;
      case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL, SHIFT_RIGHT_ARITHMETIC -> false;
      default -> true;
    };
  }

  private static Buffer dense() {
    long first = Integer.MIN_VALUE;
    int count = (int) ((1L << 32) / STEP);
    float[] values = Arrays.copyOf(EDGES, EDGES.length + count);
    for (int i = 0; i < count; i++) {
      values[EDGES.length + i] = Float.intBitsToFloat((int) (first + (long) i * STEP));
    }
    return Buffer.wrap(values);
  }

  @ParameterizedTest
  @MethodSource("unary")
  void functions_of_one_number_have_the_same_bits(ScalarOp op) {
    assertSameBits(op, DType.F32, dense());
  }

  @ParameterizedTest
  @MethodSource("unary")
  void functions_of_one_double_have_the_same_bits(ScalarOp op) {
    assertSameBits(op, DType.F64, Buffer.wrap(DoubleEdges.andOthers(200_000, new Random(5))));
  }

  /** Each edge with each, and numbers of all magnitudes in both places. */
  @ParameterizedTest
  @MethodSource("binary")
  void functions_of_two_doubles_have_the_same_bits(ScalarOp op) {
    double[] edges = DoubleEdges.all();
    var random = new Random(6);
    double[] x = DoubleEdges.andOthers(200_000, random);
    double[] y = DoubleEdges.andOthers(200_000, random);
    for (int i = 0; i < edges.length * edges.length; i++) {
      x[i] = edges[i / edges.length];
      y[i] = edges[i % edges.length];
    }
    assertSameBits(op, DType.F64, Buffer.wrap(x), Buffer.wrap(y));
  }

  /** All numbers of the type. */
  @ParameterizedTest
  @MethodSource("unary")
  void functions_of_half_types_have_the_same_bits(ScalarOp op) {
    for (var dtype : List.of(DType.BF16, DType.F16)) {
      var all = Buffer.allocate(dtype, 1 << 16);
      var bits = Buffer.allocate(DType.U16, 1 << 16);
      IntStream.range(0, 1 << 16).forEach(i -> bits.setLong(i, i));
      var body = LoopBody.of(ScalarOp.BITCAST, dtype, 0, List.of(DType.U16));
      int[] dims = {1 << 16};
      PLAIN.loop(body, dims, List.of(operand(bits)), List.of(operand(all)));
      assertSameBits(op, dtype, all);
    }
  }

  /** Each edge with each, and numbers of all magnitudes in both places. */
  @ParameterizedTest
  @MethodSource("binary")
  void functions_of_two_numbers_have_the_same_bits(ScalarOp op) {
    var random = new Random(7);
    int count = 400_000;
    float[] x = new float[count];
    float[] y = new float[count];
    for (int i = 0; i < count; i++) {
      if (i < EDGES.length * EDGES.length) {
        x[i] = EDGES[i / EDGES.length];
        y[i] = EDGES[i % EDGES.length];
      } else {
        x[i] = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextGaussian();
        y[i] = i % 3 == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextInt(-40, 40) / 4f;
      }
    }
    assertSameBits(op, DType.F32, Buffer.wrap(x), Buffer.wrap(y));
  }

  private static void assertSameBits(ScalarOp op, DType dtype, Buffer... inputs) {
    int length = inputs[0].length();
    var result = op.isPredicate() ? DType.BOOL : dtype;
    var body = LoopBody.of(op, result, 3, Collections.nCopies(inputs.length, dtype));
    var expected = Buffer.allocate(result, length);
    var actual = Buffer.allocate(result, length);
    var operands = Stream.of(inputs).map(FunctionBitsTest::operand).toList();
    PLAIN.loop(body, new int[] {length}, operands, List.of(operand(expected)));
    SIMD.loop(body, new int[] {length}, operands, List.of(operand(actual)));
    for (int i = 0; i < length; i++) {
      if (KernelOperands.bits(actual, i) != KernelOperands.bits(expected, i)) {
        int at = i;
        assertThat(actual.getDouble(i))
            .as("%s of %s", op, Stream.of(inputs).map(input -> input.getDouble(at)).toList())
            .isEqualTo(expected.getDouble(i));
      }
    }
  }

  private static Operand operand(Buffer buffer) {
    return new Operand(buffer, 0, new int[] {1});
  }
}

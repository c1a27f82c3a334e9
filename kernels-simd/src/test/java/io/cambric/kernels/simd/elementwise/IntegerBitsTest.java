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
import io.cambric.testing.KernelOperands;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All operations on ints, and all conversions from and to them: vectors give the plain values. */
class IntegerBitsTest {

  private static final Kernels SIMD = Compiled.kernels();
  private static final Kernels PLAIN = new PlainKernels();

  private static final int COUNT = 100_000;

  private static final int[] EDGES = {
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    30,
    31,
    32,
    33,
    64,
    255,
    256,
    1 << 23,
    (1 << 24) + 1,
    1 << 30,
    0x7FFFFFBF,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    -1 << 24
  };

  static Stream<Arguments> operations() {
    return Stream.of(ScalarOp.values())
        .filter(IntegerBitsTest::isOfInts)
        .flatMap(op -> Stream.of(DType.I32, DType.U32).map(dtype -> Arguments.of(op, dtype)));
  }

  private static boolean isOfInts(ScalarOp op) {
    return switch (op) {
      case NEG, ABS, SIGN, SQUARE, INTEGER_POW, NOT, POPULATION_COUNT, CLZ -> true;
      case ADD, SUB, MUL, DIV, REM, MAX, MIN, AND, OR, XOR -> true;
      case SHIFT_LEFT, SHIFT_RIGHT_LOGICAL, SHIFT_RIGHT_ARITHMETIC -> true;
      case EQ, NE, LT, LE, GT, GE, FMA, CLAMP -> true;
      default -> false;
    };
  }

  @ParameterizedTest
  @MethodSource("operations")
  void operations_on_ints_have_the_same_bits(ScalarOp op, DType dtype) {
    var inputs = Stream.iterate(1, i -> i + 1).limit(op.arity()).map(i -> ints(i, dtype)).toList();
    assertSameBits(op, op.isPredicate() ? DType.BOOL : dtype, 3, inputs);
  }

  static Stream<Arguments> conversions() {
    var all = List.of(DType.I32, DType.U32, DType.F32, DType.BF16, DType.BOOL);
    return all.stream().flatMap(from -> all.stream().map(to -> Arguments.of(from, to)));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void conversions_have_the_same_bits(DType from, DType to) {
    var values = ints(5, DType.I32);
    var floats = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      floats[i] = i % 2 == 0 ? Float.intBitsToFloat(values.ints()[i]) : values.ints()[i];
    }
    var source = Buffer.allocate(from, COUNT);
    var converted = LoopBody.of(ScalarOp.CONVERT, from, 0, List.of(DType.F32));
    PLAIN.loop(
        converted,
        new int[] {COUNT},
        List.of(operand(Buffer.wrap(floats))),
        List.of(operand(source)));
    assertSameBits(ScalarOp.CONVERT, to, 0, List.of(source));
  }

  /** Edges and numbers of all sizes; each edge meets each other one among two draws. */
  private static Buffer ints(int seed, DType dtype) {
    var random = new Random(seed);
    int[] values = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      values[i] =
          random.nextInt(3) == 0
              ? EDGES[random.nextInt(EDGES.length)]
              : random.nextInt() >> random.nextInt(32);
    }
    return Buffer.wrap(dtype, values);
  }

  private static void assertSameBits(
      ScalarOp op, DType result, double immediate, List<Buffer> inputs) {
    var dtype = inputs.getFirst().dtype();
    var body = LoopBody.of(op, result, immediate, Collections.nCopies(inputs.size(), dtype));
    var expected = Buffer.allocate(result, COUNT);
    var actual = Buffer.allocate(result, COUNT);
    var operands = inputs.stream().map(IntegerBitsTest::operand).toList();
    PLAIN.loop(body, new int[] {COUNT}, operands, List.of(operand(expected)));
    SIMD.loop(body, new int[] {COUNT}, operands, List.of(operand(actual)));
    for (int i = 0; i < COUNT; i++) {
      if (KernelOperands.bits(actual, i) != KernelOperands.bits(expected, i)) {
        int at = i;
        assertThat(actual.getDouble(i))
            .as("%s of %s", op, inputs.stream().map(input -> input.getDouble(at)).toList())
            .isEqualTo(expected.getDouble(i));
      }
    }
  }

  private static Operand operand(Buffer buffer) {
    return new Operand(buffer, 0, new int[] {1});
  }
}

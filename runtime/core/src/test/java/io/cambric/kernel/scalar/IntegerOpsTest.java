package io.cambric.kernel.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Fold;
import io.cambric.kernel.plain.PlainKernels;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Integer operations against arbitrary-precision integers, for all pairs of edge values. */
class IntegerOpsTest {

  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger ZERO = BigInteger.ZERO;

  static Stream<DType> integers() {
    return Arrays.stream(DType.values()).filter(DType::isInteger);
  }

  private static int width(DType dtype) {
    return 8 * dtype.bytes();
  }

  /** The value of some bits. */
  private static BigInteger wrap(DType dtype, BigInteger value) {
    var low = value.mod(ONE.shiftLeft(width(dtype)));
    return dtype.kind() == DType.Kind.SIGNED && low.testBit(width(dtype) - 1)
        ? low.subtract(ONE.shiftLeft(width(dtype)))
        : low;
  }

  private static List<BigInteger> values(DType dtype) {
    var values = new ArrayList<BigInteger>();
    for (long small : new long[] {0, 1, 2, 3, 5, 7, 31, 32, 63, 64, 100, -1, -2, -7}) {
      values.add(wrap(dtype, BigInteger.valueOf(small)));
    }
    var top = ONE.shiftLeft(width(dtype) - 1);
    for (long near : new long[] {-2, -1, 0, 1}) {
      values.add(wrap(dtype, top.add(BigInteger.valueOf(near))));
    }
    return values;
  }

  private static Buffer buffer(DType dtype, List<BigInteger> values) {
    var buffer = Buffer.allocate(dtype, values.size());
    for (int i = 0; i < values.size(); i++) {
      Fold.storeWhole(buffer, i, values.get(i).longValue());
    }
    return buffer;
  }

  private static BigInteger read(Buffer buffer, int i) {
    return wrap(buffer.dtype(), BigInteger.valueOf(buffer.getLong(i)));
  }

  private static BigInteger div(BigInteger a, BigInteger b) {
    return b.signum() == 0 ? ONE.negate() : a.divide(b);
  }

  private static BigInteger rem(BigInteger a, BigInteger b) {
    return b.signum() == 0 ? a : a.remainder(b);
  }

  @ParameterizedTest
  @MethodSource("integers")
  void arithmetic_wraps_and_division_by_zero_has_a_value(DType dtype) {
    Map<ScalarOp, BinaryOperator<BigInteger>> rules =
        Map.of(
            ScalarOp.ADD, BigInteger::add,
            ScalarOp.SUB, BigInteger::subtract,
            ScalarOp.MUL, BigInteger::multiply,
            ScalarOp.DIV, IntegerOpsTest::div,
            ScalarOp.REM, IntegerOpsTest::rem,
            ScalarOp.MAX, BigInteger::max,
            ScalarOp.MIN, BigInteger::min,
            ScalarOp.AND, BigInteger::and,
            ScalarOp.OR, BigInteger::or,
            ScalarOp.XOR, BigInteger::xor);
    rules.forEach((op, rule) -> checkBinary(op, dtype, rule));
  }

  @ParameterizedTest
  @MethodSource("integers")
  void shifts_by_the_width_or_more_give_zero_or_the_sign(DType dtype) {
    var modulus = ONE.shiftLeft(width(dtype));
    var wide = BigInteger.valueOf(width(dtype));
    checkBinary(
        ScalarOp.SHIFT_LEFT,
        dtype,
        (a, b) -> b.mod(modulus).compareTo(wide) < 0 ? a.shiftLeft(b.intValue()) : ZERO);
    checkBinary(
        ScalarOp.SHIFT_RIGHT_LOGICAL,
        dtype,
        (a, b) ->
            b.mod(modulus).compareTo(wide) < 0 ? a.mod(modulus).shiftRight(b.intValue()) : ZERO);
    checkBinary(
        ScalarOp.SHIFT_RIGHT_ARITHMETIC,
        dtype,
        (a, b) -> {
          var signed = a.testBit(width(dtype) - 1) ? a.mod(modulus).subtract(modulus) : a;
          return signed.shiftRight(b.mod(modulus).min(wide).intValue());
        });
  }

  private static void checkBinary(ScalarOp op, DType dtype, BinaryOperator<BigInteger> rule) {
    var values = values(dtype);
    var left = new ArrayList<BigInteger>();
    var right = new ArrayList<BigInteger>();
    for (var a : values) {
      for (var b : values) {
        left.add(a);
        right.add(b);
      }
    }
    var out = run(op, dtype, 0, buffer(dtype, left), buffer(dtype, right));
    for (int i = 0; i < left.size(); i++) {
      assertThat(read(out, i))
          .as("%s %s of %s and %s", dtype, op, left.get(i), right.get(i))
          .isEqualTo(wrap(dtype, rule.apply(left.get(i), right.get(i))));
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void comparisons_follow_the_order_of_the_dtype(DType dtype) {
    var values = values(dtype);
    for (var pivot : values) {
      var same = buffer(dtype, Collections.nCopies(values.size(), pivot));
      for (var op :
          List.of(ScalarOp.EQ, ScalarOp.NE, ScalarOp.LT, ScalarOp.LE, ScalarOp.GT, ScalarOp.GE)) {
        var out = run(op, DType.BOOL, 0, buffer(dtype, values), same);
        for (int i = 0; i < values.size(); i++) {
          int order = values.get(i).compareTo(pivot);
          boolean holds =
              switch (op) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                default -> order >= 0;
              };
          assertThat(out.bytes()[i] == 1)
              .as("%s %s %s %s", dtype, values.get(i), op, pivot)
              .isEqualTo(holds);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void unary_operations_follow_the_width(DType dtype) {
    var values = values(dtype);
    var modulus = ONE.shiftLeft(width(dtype));
    for (int i = 0; i < values.size(); i++) {
      var x = values.get(i);
      var bits = x.mod(modulus);
      assertUnary(ScalarOp.NEG, dtype, 0, x, x.negate());
      assertUnary(ScalarOp.ABS, dtype, 0, x, x.abs());
      assertUnary(ScalarOp.SIGN, dtype, 0, x, BigInteger.valueOf(x.signum()));
      assertUnary(ScalarOp.NOT, dtype, 0, x, x.not());
      assertUnary(ScalarOp.SQUARE, dtype, 0, x, x.multiply(x));
      assertUnary(ScalarOp.INTEGER_POW, dtype, 5, x, x.pow(5));
      assertUnary(ScalarOp.POPULATION_COUNT, dtype, 0, x, BigInteger.valueOf(bits.bitCount()));
      assertUnary(ScalarOp.CLZ, dtype, 0, x, BigInteger.valueOf(width(dtype) - bits.bitLength()));
    }
  }

  private static void assertUnary(
      ScalarOp op, DType dtype, int immediate, BigInteger x, BigInteger expected) {
    var out = run(op, dtype, immediate, buffer(dtype, List.of(x)));
    assertThat(read(out, 0)).as("%s %s of %s", dtype, op, x).isEqualTo(wrap(dtype, expected));
  }

  @ParameterizedTest
  @MethodSource("integers")
  void conversions_between_integers_wrap(DType from) {
    for (var to : integers().toList()) {
      var values = values(from);
      var out = run(ScalarOp.CONVERT, to, 0, buffer(from, values));
      for (int i = 0; i < values.size(); i++) {
        assertThat(read(out, i))
            .as("%s to %s of %s", from, to, values.get(i))
            .isEqualTo(wrap(to, values.get(i)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void conversions_from_floats_saturate_and_map_nan_to_zero(DType to) {
    double[] values = {0, -0.9, 1.9, -1, 300, -300, 7e4, -7e4, 5e9, -5e9, 1e19, -1e19, 1e30};
    var lowest = to.kind() == DType.Kind.SIGNED ? ONE.shiftLeft(width(to) - 1).negate() : ZERO;
    var highest = lowest.add(ONE.shiftLeft(width(to))).subtract(ONE);
    for (double x : values) {
      var exact = new java.math.BigDecimal(x).toBigInteger();
      var out = run(ScalarOp.CONVERT, to, 0, Buffer.wrap(new double[] {x}));
      assertThat(read(out, 0)).as("%s of %s", to, x).isEqualTo(exact.max(lowest).min(highest));
    }
    for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      var out = run(ScalarOp.CONVERT, to, 0, Buffer.wrap(new float[] {(float) x}));
      assertThat(read(out, 0)).isEqualTo(Double.isNaN(x) ? ZERO : highest);
    }
  }

  static Buffer run(ScalarOp op, DType result, double immediate, Buffer... inputs) {
    var dtypes = Arrays.stream(inputs).map(Buffer::dtype).toList();
    int n = inputs[0].length();
    var out = Buffer.allocate(result, n);
    new PlainKernels()
        .loop(
            LoopBody.of(op, result, immediate, dtypes),
            new int[] {n},
            Arrays.stream(inputs).map(b -> new Operand(b, 0, new int[] {1})).toList(),
            List.of(new Operand(out, 0, new int[] {1})));
    return out;
  }
}

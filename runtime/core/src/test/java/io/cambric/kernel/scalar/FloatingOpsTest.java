package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.IntegerOpsTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Floating operations against double precision, rounded to the dtype. */
class FloatingOpsTest {

  private static final double[] VALUES = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.7,
    -3.7,
    0.1,
    0.99,
    1e-3,
    -1e-3,
    12,
    1e-40,
    88,
    -100,
    1e5,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private static Map<ScalarOp, DoubleUnaryOperator> unary() {
    return Map.ofEntries(
        Map.entry(ScalarOp.NEG, x -> -x),
        Map.entry(ScalarOp.ABS, Math::abs),
        Map.entry(ScalarOp.SIGN, Math::signum),
        Map.entry(ScalarOp.FLOOR, Math::floor),
        Map.entry(ScalarOp.CEIL, Math::ceil),
        Map.entry(ScalarOp.ROUND_EVEN, Math::rint),
        Map.entry(ScalarOp.ROUND_AWAY, x -> Math.copySign(Math.floor(Math.abs(x) + 0.5), x)),
        Map.entry(ScalarOp.SQRT, StrictMath::sqrt),
        Map.entry(ScalarOp.RSQRT, x -> 1 / StrictMath.sqrt(x)),
        Map.entry(ScalarOp.CBRT, StrictMath::cbrt),
        Map.entry(ScalarOp.EXP, StrictMath::exp),
        Map.entry(ScalarOp.EXP2, x -> StrictMath.pow(2, x)),
        Map.entry(ScalarOp.EXPM1, StrictMath::expm1),
        Map.entry(ScalarOp.LOG, StrictMath::log),
        Map.entry(ScalarOp.LOG1P, StrictMath::log1p),
        Map.entry(ScalarOp.TANH, StrictMath::tanh),
        Map.entry(ScalarOp.LOGISTIC, x -> 0.5 + 0.5 * StrictMath.tanh(x / 2)),
        Map.entry(ScalarOp.SIN, StrictMath::sin),
        Map.entry(ScalarOp.COS, StrictMath::cos),
        Map.entry(ScalarOp.TAN, StrictMath::tan),
        Map.entry(ScalarOp.ASIN, StrictMath::asin),
        Map.entry(ScalarOp.ACOS, StrictMath::acos),
        Map.entry(ScalarOp.ATAN, StrictMath::atan),
        Map.entry(ScalarOp.SINH, StrictMath::sinh),
        Map.entry(ScalarOp.COSH, StrictMath::cosh),
        Map.entry(ScalarOp.SQUARE, x -> x * x));
  }

  @ParameterizedTest
  @EnumSource(names = {"BF16", "F16", "F32", "F64"})
  void functions_agree_with_double_precision(DType dtype) {
    unary().forEach((op, rule) -> check(op, dtype, rule));
  }

  private static void check(ScalarOp op, DType dtype, DoubleUnaryOperator rule) {
    var x = rounded(dtype, VALUES);
    var out = run(op, dtype, 0, x);
    for (int i = 0; i < VALUES.length; i++) {
      double exact = rule.applyAsDouble(x.getDouble(i));
      if (op == ScalarOp.LOGISTIC && x.getDouble(i) < -20) {
        continue; // The reference cancels there; the next test covers it.
      }
      assertClose(dtype, out.getDouble(i), exact, op + " of " + x.getDouble(i));
    }
  }

  private static Buffer rounded(DType dtype, double... values) {
    var buffer = Buffer.allocate(dtype, values.length);
    for (int i = 0; i < values.length; i++) {
      buffer.setDouble(i, values[i]);
    }
    return buffer;
  }

  private static void assertClose(DType dtype, double actual, double exact, String what) {
    double expected = rounded(dtype, exact).getDouble(0);
    double epsilon =
        switch (dtype) {
          case BF16 -> 0x1p-7;
          case F16 -> 0x1p-10;
          case F32 -> 0x1p-23;
          default -> 0x1p-50;
        };
    if (Double.isNaN(expected) || Double.isInfinite(expected) || expected == 0) {
      assertThat(Double.valueOf(actual)).as("%s %s", dtype, what).isEqualTo((Double) expected);
    } else {
      assertThat(actual)
          .as("%s %s", dtype, what)
          .isCloseTo(expected, within(Math.abs(expected) * epsilon));
    }
  }

  @Test
  void functions_that_Java_lacks_invert_those_it_has() {
    for (double x : new double[] {-3, -0.7, -1e-9, 0, 1e-9, 0.3, 2, 30}) {
      assertInverse(ScalarOp.ASINH, StrictMath.sinh(x), x);
      assertInverse(ScalarOp.ATANH, StrictMath.tanh(x / 30), x / 30);
      // Near 1 the values of cosh no longer identify their arguments.
      double apart = Math.abs(x) + 0.1;
      assertInverse(ScalarOp.ACOSH, StrictMath.cosh(apart), apart);
    }
    assertInverse(ScalarOp.LOGISTIC, -30, 1 / (1 + StrictMath.exp(30)));
    assertInverse(ScalarOp.ATANH, 1, Double.POSITIVE_INFINITY);
    assertInverse(ScalarOp.ACOSH, 0.5, Double.NaN);
    assertInverse(ScalarOp.ACOSH, -1e10, Double.NaN);
    assertInverse(ScalarOp.ASINH, 1e300, StrictMath.log(2e300));
  }

  private static void assertInverse(ScalarOp op, double y, double x) {
    double actual = run(op, DType.F64, 0, Buffer.wrap(new double[] {y})).doubles()[0];
    if (Double.isFinite(x)) {
      assertThat(actual).as("%s of %s", op, y).isCloseTo(x, within(1e-14 + Math.abs(x) * 1e-8));
    } else {
      assertThat(Double.valueOf(actual)).isEqualTo((Double) x);
    }
  }

  /** Values of the error function to 16 places, from the tables of Abramowitz and Stegun. */
  @Test
  void error_functions_agree_with_the_tables() {
    double[][] table = {
      {0.1, 0.1124629160182849}, {0.5, 0.5204998778130465}, {1, 0.8427007929497149},
      {2, 0.9953222650189527}, {3, 0.9999779095030014}, {-0.5, -0.5204998778130465}
    };
    for (double[] row : table) {
      var x = Buffer.wrap(new double[] {row[0]});
      assertThat(run(ScalarOp.ERF, DType.F64, 0, x).doubles()[0]).isCloseTo(row[1], within(3e-16));
      assertThat(run(ScalarOp.ERFC, DType.F64, 0, x).doubles()[0])
          .isCloseTo(1 - row[1], within(3e-16));
      var y = Buffer.wrap(new double[] {row[1]});
      assertThat(run(ScalarOp.ERF_INV, DType.F64, 0, y).doubles()[0])
          .isCloseTo(row[0], within(Math.abs(row[0]) < 2.5 ? 1e-13 : 1e-10));
    }
    var far = Buffer.wrap(new double[] {5, 10});
    double[] tails = run(ScalarOp.ERFC, DType.F64, 0, far).doubles();
    assertThat(tails[0]).isCloseTo(1.5374597944280349e-12, within(1e-26));
    assertThat(tails[1]).isCloseTo(2.088487583762545e-45, within(1e-59));
  }

  @ParameterizedTest
  @EnumSource(names = {"BF16", "F16", "F32", "F64"})
  void pairs_agree_with_double_precision(DType dtype) {
    Map<ScalarOp, DoubleBinaryOperator> rules =
        Map.of(
            ScalarOp.ADD, Double::sum,
            ScalarOp.SUB, (a, b) -> a - b,
            ScalarOp.MUL, (a, b) -> a * b,
            ScalarOp.DIV, (a, b) -> a / b,
            ScalarOp.REM, (a, b) -> a % b,
            ScalarOp.MAX, Math::max,
            ScalarOp.MIN, Math::min,
            ScalarOp.ATAN2, StrictMath::atan2,
            ScalarOp.POW, FloatingOpsTest::pow);
    rules.forEach((op, rule) -> {
      for (double b : VALUES) {
        double[] same = new double[VALUES.length];
        java.util.Arrays.fill(same, b);
        var x = rounded(dtype, VALUES);
        var y = rounded(dtype, same);
        var out = run(op, dtype, 0, x, y);
        for (int i = 0; i < VALUES.length; i++) {
          double exact = rule.applyAsDouble(x.getDouble(i), y.getDouble(i));
          String what = op + " of " + x.getDouble(i) + " and " + y.getDouble(i);
          assertClose(dtype, out.getDouble(i), exact, what);
        }
      }
    });
  }

  private static double pow(double x, double y) {
    return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : StrictMath.pow(x, y);
  }

  @Test
  void comparisons_with_nan_are_false_except_ne() {
    var nan = Buffer.wrap(new float[] {Float.NaN});
    for (var op : ScalarOp.values()) {
      if (op.isPredicate() && op.arity() == 2) {
        int expected = op == ScalarOp.NE ? 1 : 0;
        assertThat((int) run(op, DType.BOOL, 0, nan, nan).bytes()[0]).isEqualTo(expected);
      }
    }
  }

  @Test
  void nextafter_steps_by_one_unit_of_the_dtype() {
    assertThat(step(DType.F32, 1, 2)).isEqualTo(Math.nextUp(1f));
    assertThat(step(DType.BF16, 1, 2)).isEqualTo(1 + 0x1p-7);
    assertThat(step(DType.F16, 1, 0)).isEqualTo(1 - 0x1p-11);
    assertThat(step(DType.F16, 0, -1)).isEqualTo(-0x1p-24);
    assertThat(step(DType.F16, -1, -2)).isEqualTo(-1 - 0x1p-10);
  }

  private static double step(DType dtype, double from, double to) {
    return run(ScalarOp.NEXTAFTER, dtype, 0, rounded(dtype, from), rounded(dtype, to)).getDouble(0);
  }

  @Test
  void conversions_flush_subnormals_where_xla_does() {
    assertThat(converted(DType.F64, DType.F32, -1e-40)).isEqualTo(Double.valueOf(-0.0));
    assertThat(converted(DType.F64, DType.F32, 1.17549435e-38)).isEqualTo(0.0);
    assertThat(converted(DType.F64, DType.BF16, 1e-40)).isEqualTo(0.0);
    assertThat(converted(DType.F32, DType.F64, 1e-40f)).isEqualTo(0.0);
    assertThat(converted(DType.F32, DType.BOOL, 1e-40f)).isEqualTo(0.0);
    assertThat(converted(DType.F64, DType.BOOL, 1e-310)).isEqualTo(0.0);
    assertThat(converted(DType.F64, DType.BOOL, 1e-40)).isEqualTo(1.0);
    assertThat(converted(DType.F16, DType.F64, 0x1p-24)).isEqualTo(0x1p-24);
    assertThat(converted(DType.F32, DType.BF16, 0x1p-130)).isEqualTo(0x1p-130);
    assertThat(converted(DType.BF16, DType.BOOL, 0x1p-130)).isEqualTo(1.0);
  }

  private static Double converted(DType from, DType to, double value) {
    var x = Buffer.allocate(from, 1);
    x.setDouble(0, value);
    return run(ScalarOp.CONVERT, to, 0, x).getDouble(0);
  }

  @Test
  void bitcast_keeps_bits_there_and_back() {
    var x = Buffer.wrap(new float[] {1.5f, -0f, Float.NaN});
    var bits = run(ScalarOp.BITCAST, DType.U32, 0, x);
    assertThat(bits.ints()[0]).isEqualTo(0x3FC00000);
    assertThat(run(ScalarOp.BITCAST, DType.F32, 0, bits).floats()).containsExactly(x.floats());
    var half = run(ScalarOp.BITCAST, DType.U16, 0, rounded(DType.F16, 1));
    assertThat(half.shorts()[0]).isEqualTo((short) 0x3C00);
    var wide = run(ScalarOp.BITCAST, DType.I64, 0, Buffer.wrap(new double[] {1}));
    assertThat(wide.longs()[0]).isEqualTo(Double.doubleToLongBits(1));
  }

  @Test
  void fma_clamp_select_and_powers() {
    var x = Buffer.wrap(new float[] {1 + 0x1p-12f});
    var c = Buffer.wrap(new float[] {-1});
    assertThat(run(ScalarOp.FMA, DType.F32, 0, x, x, c).floats()[0])
        .isEqualTo(Math.fma(x.floats()[0], x.floats()[0], -1));
    var lo = Buffer.wrap(new float[] {0, 0, 0});
    var hi = Buffer.wrap(new float[] {1, 1, 1});
    var v = Buffer.wrap(new float[] {-2, 0.5f, 7});
    assertThat(run(ScalarOp.CLAMP, DType.F32, 0, lo, v, hi).floats()).containsExactly(0, 0.5f, 1);
    var which = Buffer.wrap(DType.BOOL, new byte[] {0, 1, 0});
    assertThat(run(ScalarOp.SELECT, DType.F32, 0, which, lo, hi).floats()).containsExactly(0, 1, 0);
    assertThat(run(ScalarOp.INTEGER_POW, DType.F32, -2, v).floats())
        .containsExactly(0.25f, 4, 1 / 49f);
    assertThat(run(ScalarOp.INTEGER_POW, DType.F32, 0, v).floats()).containsExactly(1, 1, 1);
  }
}

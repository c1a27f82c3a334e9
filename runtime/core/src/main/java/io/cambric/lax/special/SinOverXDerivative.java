package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.LoopCode;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of {@link SinOverX}. Its derivative is the derivative of the next order.
 *
 * <p>Differentiating {@code x f(x) = sin(x)} n times gives {@code x f_n + n f_(n-1) = s_n}, with
 * the n-th derivative s_n of the sine. The upward recursion divides by x, the downward one by n.
 * Each of them shrinks errors on one side of {@code |x| = n} only. Near 0, the upward recursion
 * lets errors grow without bound.
 *
 * @param order the order, 1 or more
 */
public record SinOverXDerivative(int order) implements RealFunctionOp {

  /** The largest order with a loop body; larger orders need longer series. */
  private static final int LARGEST_OF_SERIES = 4;

  /**
   * Terms of the series after the first one. Up to the largest order, the rest is below the
   * precision of f32.
   */
  private static final int TERMS = 11;

  /** The same for f64. */
  private static final int MANY_TERMS = 17;

  @Override
  public String name() {
    return "sin_over_x_derivative";
  }

  @Override
  public String paramsText() {
    return "order=" + order;
  }

  @Override
  public double at(double[] point) {
    double x = point[0];
    double sin = Math.sin(x);
    double cos = Math.cos(x);
    return Math.abs(x) <= order ? downwards(x, sin, cos) : upwards(x, sin, cos);
  }

  private double upwards(double x, double sin, double cos) {
    double value = sin / x;
    for (int n = 1; n <= order; n++) {
      value = (sineDerivative(n, sin, cos) - n * value) / x;
    }
    return value;
  }

  private double downwards(double x, double sin, double cos) {
    // The recursion starts with 0, and each step multiplies the error by x / n. Near 0, every
    // second derivative is as small as x.
    double size = Math.abs(x);
    int start = order;
    for (double error = 1; error > 0x1p-60 * Math.min(1, size); error *= size / start) {
      start++;
    }
    double value = 0;
    for (int n = start; n > order; n--) {
      value = (sineDerivative(n, sin, cos) - x * value) / n;
    }
    return value;
  }

  private static double sineDerivative(int n, double sin, double cos) {
    return switch (n % 4) {
      case 0 -> sin;
      case 1 -> cos;
      case 2 -> -sin;
      default -> -cos;
    };
  }

  /** The same in double precision, with the power series at 0 instead of the downward recursion. */
  @Override
  public @Nullable LoopBody body(DType dtype) {
    if (order > LARGEST_OF_SERIES) {
      return null;
    }
    var code = new LoopCode(List.of(dtype));
    int x = dtype == DType.F64 ? 0 : code.add(ScalarOp.CONVERT, DType.F64, 0);
    int near =
        code.add(
            ScalarOp.LE,
            DType.BOOL,
            code.add(ScalarOp.ABS, DType.F64, x),
            code.literal(DType.F64, order));
    var rounded = roundedTo(dtype);
    int far = converted(code, rounded, upwards(code, x));
    int value = code.add(ScalarOp.SELECT, rounded, near, far, series(code, dtype, x));
    return code.storing(dtype == rounded ? value : code.add(ScalarOp.CONVERT, dtype, value));
  }

  private static DType roundedTo(DType dtype) {
    return dtype == DType.F64 ? dtype : DType.F32;
  }

  private static int converted(LoopCode code, DType dtype, int value) {
    return dtype == DType.F64 ? value : code.add(ScalarOp.CONVERT, dtype, value);
  }

  private int upwards(LoopCode code, int x) {
    int sin = code.add(ScalarOp.SIN, DType.F64, x);
    int cos = code.add(ScalarOp.COS, DType.F64, x);
    int value = code.add(ScalarOp.DIV, DType.F64, sin, x);
    for (int n = 1; n <= order; n++) {
      int sine = n % 2 == 0 ? sin : cos;
      int signed = n % 4 < 2 ? sine : code.add(ScalarOp.NEG, DType.F64, sine);
      int product = code.add(ScalarOp.MUL, DType.F64, code.literal(DType.F64, n), value);
      value =
          code.add(ScalarOp.DIV, DType.F64, code.add(ScalarOp.SUB, DType.F64, signed, product), x);
    }
    return value;
  }

  /** The n-th derivative of the sum of {@code (-1)^k x^2k / (2k + 1)!}. */
  private int series(LoopCode code, DType dtype, int x) {
    int square = code.add(ScalarOp.SQUARE, DType.F64, x);
    int first = (order + 1) / 2;
    int last = first + (dtype == DType.F64 ? MANY_TERMS : TERMS);
    int sum = code.literal(DType.F64, coefficient(last));
    for (int k = last - 1; k >= first; k--) {
      sum = code.add(ScalarOp.FMA, DType.F64, sum, square, code.literal(DType.F64, coefficient(k)));
    }
    var rounded = roundedTo(dtype);
    int even = converted(code, rounded, sum);
    if (order % 2 == 0) {
      return even;
    }
    // A conversion would flush subnormal results to zero.
    int factor = dtype == rounded ? 0 : code.add(ScalarOp.CONVERT, rounded, 0);
    return code.add(ScalarOp.MUL, rounded, even, factor);
  }

  private double coefficient(int k) {
    double divisor = k % 2 == 0 ? 2 * k + 1 : -2 * k - 1;
    for (int factor = 2; factor <= 2 * k - order; factor++) {
      divisor *= factor;
    }
    return 1 / divisor;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, x),
        tangent == null
            ? null
            : BinaryOps.mul(tangent, Trace.bind(new SinOverXDerivative(order + 1), x)));
  }
}

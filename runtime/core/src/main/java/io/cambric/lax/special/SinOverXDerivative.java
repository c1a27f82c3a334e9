package io.cambric.lax.special;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of {@link SinOverX}. Its own derivative is that of the next order.
 *
 * <p>Differentiating {@code x f(x) = sin(x)} n times gives {@code x f_n + n f_(n-1) = s_n}, s_n the
 * derivative of the sine. Upwards it divides by x, downwards by n. Either way errors shrink on one
 * side of {@code |x| = n} only, and grow without bound near 0 where the way is up.
 *
 * @param order the order, 1 or more
 */
public record SinOverXDerivative(int order) implements RealFunctionOp {

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
    return Math.abs(x) <= order ? downwards(x) : upwards(x);
  }

  private double upwards(double x) {
    double value = Math.sin(x) / x;
    for (int n = 1; n <= order; n++) {
      value = (sineDerivative(n, x) - n * value) / x;
    }
    return value;
  }

  private double downwards(double x) {
    // The error of the start, 0, is multiplied by x / n in each step; near 0 every other derivative
    // is as small as x.
    double size = Math.abs(x);
    int start = order;
    for (double error = 1; error > 0x1p-60 * Math.min(1, size); error *= size / start) {
      start++;
    }
    double value = 0;
    for (int n = start; n > order; n--) {
      value = (sineDerivative(n, x) - x * value) / n;
    }
    return value;
  }

  private static double sineDerivative(int n, double x) {
    return switch (n % 4) {
      case 0 -> Math.sin(x);
      case 1 -> Math.cos(x);
      case 2 -> -Math.sin(x);
      default -> -Math.cos(x);
    };
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

package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The modified Bessel function of the first kind of order 1, scaled by {@code exp(-|x|)}.
 * Derivative {@code i0e(x) - i1e(x) (sign(x) + 1 / x)}, and 1/2 near 0. Relative error below 1e-15.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.bessel_i1e.html">lax.bessel_i1e</a>
 */
record BesselI1e() implements RealFunctionOp {

  @Override
  public String name() {
    return "bessel_i1e";
  }

  @Override
  public double at(double[] point) {
    return BesselFunctions.i1e(point[0]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    return Jvp.of(result, tangent == null ? null : Lax.mul(tangent, slope(x, result)));
  }

  private static Array slope(Array x, Array result) {
    var epsilon = Lax.fullLike(x, x.dtype().epsilon());
    var isLarge = Lax.gt(Lax.abs(x), epsilon);
    var safe = Lax.select(isLarge, x, epsilon);
    var inverse = Lax.integerPow(safe, -1);
    var slope = Lax.sub(Lax.besselI0e(safe), Lax.mul(result, Lax.add(Lax.sign(safe), inverse)));
    return Lax.select(isLarge, slope, Lax.fullLike(x, 0.5));
  }
}

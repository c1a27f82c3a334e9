package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The modified Bessel function of the first kind of order 0, scaled by {@code exp(-|x|)}.
 * Derivative {@code i1e(x) - sign(x) i0e(x)}. Relative error below 1e-15.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.bessel_i0e.html">lax.bessel_i0e</a>
 */
record BesselI0e() implements RealFunctionOp {

  @Override
  public String name() {
    return "bessel_i0e";
  }

  @Override
  public double at(double[] point) {
    return BesselFunctions.i0e(point[0]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var result = Trace.bind(this, x);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    var slope = Lax.sub(Lax.besselI1e(x), Lax.mul(Lax.sign(x), result));
    return Jvp.of(result, Lax.mul(tangent, slope));
  }
}

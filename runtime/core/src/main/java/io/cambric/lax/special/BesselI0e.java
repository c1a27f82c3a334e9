package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleBesselMath;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The modified Bessel function of the first kind of order 0, scaled by {@code exp(-|x|)}.
 * Derivative {@link ScaledBessel}. Relative error of f64 below 1e-15.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.bessel_i0e.html">lax.bessel_i0e</a>
 */
public record BesselI0e() implements RealFunctionOp {

  @Override
  public String name() {
    return "bessel_i0e";
  }

  @Override
  public double at(double[] point) {
    return DoubleBesselMath.besselI0e(point[0]);
  }

  @Override
  public LoopBody body(DType dtype) {
    return LoopBody.of(ScalarOp.BESSEL_I0E, dtype, 0, List.of(dtype));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    return Jvp.of(Trace.bind(this, x), ScaledBessel.tangent(0, 0, x, tangents.getFirst()));
  }
}

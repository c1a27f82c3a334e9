package io.cambric.lax.special;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.Tangents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The regularized incomplete gamma functions of {@code a} and {@code x}: the lower one, {@code P(a,
 * x)}, and the upper one, {@code Q = 1 - P}. NaN for negative operands.
 *
 * <p>Derivatives of the lower: {@link IgammaGradA} and {@link GammaDensity}. Absolute error below
 * 1e-13 for {@code a} up to 1e3; the relative error grows with {@code a}.
 *
 * @param upper whether this is the upper function
 * @see <a href="https://dlmf.nist.gov/8.2">DLMF, 8.2</a>
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.igamma.html">lax.igamma</a>
 */
public record Igamma(boolean upper) implements RealFunctionOp {

  @Override
  public String name() {
    return upper ? "igammac" : "igamma";
  }

  @Override
  public String paramsText() {
    return "";
  }

  @Override
  public double at(double[] point) {
    double scale = IncompleteGamma.scale(point[0], point[1]);
    return near(new double[] {point[0], point[1], scale}, Math.ulp(1.0));
  }

  @Override
  public double near(double[] point, double error) {
    return upper
        ? IncompleteGamma.upper(point[0], point[1], point[2], error)
        : IncompleteGamma.lower(point[0], point[1], point[2], error);
  }

  @Override
  public LoopBody start() {
    return GammaCode.power();
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var a = primals.get(0);
    var x = primals.get(1);
    var result = Trace.bind(this, a, x);
    var da = tangents.get(0);
    var dx = tangents.get(1);
    var alongA =
        da == null
            ? null
            : Tangents.broadcast(BinaryOps.mul(da, Trace.bind(new IgammaGradA(), a, x)), result);
    var alongX =
        dx == null
            ? null
            : Tangents.broadcast(BinaryOps.mul(dx, Trace.bind(new GammaDensity(), a, x)), result);
    var tangent = Tangents.add(alongA, alongX);
    return Jvp.of(result, upper ? Tangents.neg(tangent) : tangent);
  }
}

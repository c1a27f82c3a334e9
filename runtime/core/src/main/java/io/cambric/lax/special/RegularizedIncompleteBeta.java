package io.cambric.lax.special;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.Tangents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The regularized incomplete beta function {@code I_x(a, b)} of operands {@code a}, {@code b} and
 * {@code x} in {@code [0, 1]}; NaN outside, and for negative {@code a} or {@code b}.
 *
 * <p>Derivative along {@code x}: {@link BetaDensity}; along {@code a} and {@code b} it has none.
 * Absolute error below 1e-13 for {@code a} and {@code b} up to 1e3.
 *
 * @see <a href="https://dlmf.nist.gov/8.17">DLMF, 8.17</a>
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.betainc.html">lax.betainc</a>
 */
public record RegularizedIncompleteBeta() implements RealFunctionOp {

  @Override
  public String name() {
    return "regularized_incomplete_beta";
  }

  @Override
  public double at(double[] point) {
    return IncompleteBeta.regularized(point[0], point[1], point[2]);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    if (tangents.get(0) != null || tangents.get(1) != null) {
      throw missing("jvp", "differentiation along a or b");
    }
    var result = Trace.bind(this, primals).getFirst();
    var tangent = tangents.get(2);
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    var slope = Trace.bind(new BetaDensity(), primals).getFirst();
    return Jvp.of(result, Tangents.broadcast(BinaryOps.mul(tangent, slope), result));
  }
}

package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.Tangents;
import io.cambric.lax.op.UnaryOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hurwitz's zeta function {@code zeta(x, q)}: the sum of {@code (q + k)^-x} over {@code k} from 0
 * on. NaN for {@code x} below 1, infinite for 1.
 *
 * <p>Derivative along {@code q}: {@code -x zeta(x + 1, q)}; along {@code x} it has none. Relative
 * error below 2e-15 for positive {@code q}.
 *
 * @see <a href="https://dlmf.nist.gov/25.11">DLMF, 25.11</a>
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.zeta.html">lax.zeta</a>
 */
public record Zeta() implements RealFunctionOp {

  @Override
  public String name() {
    return "zeta";
  }

  @Override
  public double at(double[] point) {
    return GammaFunctions.zeta(point[0], point[1]);
  }

  @Override
  public LoopBody bodyOrNaN(DType dtype) {
    return GammaCode.zeta(dtype);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    if (tangents.get(0) != null) {
      throw missing("jvp", "differentiation along the exponent");
    }
    var x = primals.get(0);
    var q = primals.get(1);
    var result = Trace.bind(this, x, q);
    var tangent = tangents.get(1);
    if (tangent == null) {
      return Jvp.of(result, null);
    }
    var slope =
        UnaryOps.neg(
            BinaryOps.mul(x, SpecialOps.zeta(BinaryOps.add(x, ShapeOps.fullLike(x, 1)), q)));
    return Jvp.of(result, Tangents.broadcast(BinaryOps.mul(tangent, slope), result));
  }

  @Override
  public double paddingPoint() {
    return 2;
  }
}

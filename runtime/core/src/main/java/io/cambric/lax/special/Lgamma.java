package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.DoubleGammaMath;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Logarithm of the absolute value of the gamma function; infinite at 0, -1, -2, ... Derivative
 * {@code digamma(x)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.lgamma.html">lax.lgamma</a>
 */
public record Lgamma() implements RealFunctionOp {

  @Override
  public String name() {
    return "lgamma";
  }

  @Override
  public double at(double[] point) {
    return DoubleGammaMath.lgamma(point[0]);
  }

  @Override
  public LoopBody body(DType dtype) {
    return LoopBody.of(ScalarOp.LGAMMA, dtype, 0, List.of(dtype));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    var tangent = tangents.getFirst();
    return Jvp.of(
        Trace.bind(this, x),
        tangent == null ? null : BinaryOps.mul(tangent, SpecialOps.digamma(x)));
  }
}

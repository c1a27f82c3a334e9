package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beta function of two operands, with its sign; NaN at infinities where the sign changes. The
 * derivative is {@code B(a, b)} times the derivative of {@link LogBeta}.
 */
public record Beta() implements RealFunctionOp {

  @Override
  public String name() {
    return "beta";
  }

  @Override
  public double at(double[] point) {
    return BetaFunctions.beta(point[0], point[1]);
  }

  @Override
  public LoopBody bodyOrNaN(DType dtype) {
    return BetaCode.beta(dtype);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    var relative = LogBeta.tangent(primals, tangents, result);
    return Jvp.of(result, relative == null ? null : BinaryOps.mul(relative, result));
  }
}

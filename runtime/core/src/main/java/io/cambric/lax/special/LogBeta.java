package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import io.cambric.lax.op.Tangents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Logarithm of the absolute value of the beta function of two operands. Derivative along a: {@code
 * digamma(a) - digamma(a + b)}; likewise along b.
 *
 * <p>Relative error below 1e-13 for positive operands, except near its zeros.
 */
public record LogBeta() implements RealFunctionOp {

  @Override
  public String name() {
    return "log_beta";
  }

  @Override
  public double at(double[] point) {
    return BetaFunctions.logBeta(point[0], point[1]);
  }

  @Override
  public LoopBody bodyOrNaN(DType dtype) {
    return BetaCode.logBeta(dtype);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var result = Trace.bind(this, primals).getFirst();
    return Jvp.of(result, tangent(primals, tangents, result));
  }

  /** {@return the tangent of log|B(a, b)| along the first two operands, shaped like a result} */
  static @Nullable Array tangent(
      List<Array> primals, List<@Nullable Array> tangents, Array result) {
    var a = primals.get(0);
    var b = primals.get(1);
    return Tangents.add(along(tangents.get(0), a, b, result), along(tangents.get(1), b, a, result));
  }

  private static @Nullable Array along(
      @Nullable Array tangent, Array own, Array other, Array result) {
    return tangent == null
        ? null
        : Tangents.broadcast(
            BinaryOps.mul(tangent, Trace.bind(new PolygammaDifference(0), own, other)), result);
  }
}

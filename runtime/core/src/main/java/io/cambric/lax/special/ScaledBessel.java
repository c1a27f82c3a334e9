package io.cambric.lax.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RealFunctionOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A derivative of {@code exp(-|x|) I_n(x)}, the scaled modified Bessel function of the first kind.
 * Its derivative is the function of the next order.
 *
 * <p>At 0, where {@code |x|} is not differentiable, the factor counts as 1, as in JAX.
 *
 * @param degree n, 0 or more
 * @param order the order of the derivative; 0 is the function itself
 */
public record ScaledBessel(int degree, int order) implements RealFunctionOp {

  @Override
  public String name() {
    return "scaled_bessel";
  }

  @Override
  public String paramsText() {
    return "degree=%d order=%d".formatted(degree, order);
  }

  @Override
  public double at(double[] point) {
    double x = point[0];
    double value = BesselFunctions.scaledDerivative(degree, order, Math.abs(x));
    return x < 0 && (degree + order) % 2 != 0 ? -value : value;
  }

  @Override
  public @Nullable LoopBody body(DType dtype) {
    if (degree > 1 || order != 1) {
      return null;
    }
    var op = degree == 0 ? ScalarOp.BESSEL_I0E_DERIVATIVE : ScalarOp.BESSEL_I1E_DERIVATIVE;
    return LoopBody.of(op, dtype, 0, List.of(dtype));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var x = primals.getFirst();
    return Jvp.of(Trace.bind(this, x), tangent(degree, order, x, tangents.getFirst()));
  }

  /** {@return the tangent of a derivative} */
  static @Nullable Array tangent(int degree, int order, Array x, @Nullable Array tangent) {
    return tangent == null
        ? null
        : BinaryOps.mul(tangent, Trace.bind(new ScaledBessel(degree, order + 1), x));
  }
}

package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Angle of a point in radians, in the right quadrant; operands: ordinate {@code y}, abscissa {@code
 * x}. Derivatives {@code y / (x^2 + y^2)} and {@code -x / (x^2 + y^2)}, NaN at the origin.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.atan2.html">lax.atan2</a>
 */
record Atan2() implements BinaryOp {

  @Override
  public String name() {
    return "atan2";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ATAN2;
  }

  @Override
  public Array tangentX(Array x, Array y, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.div(y, squaredNorm(x, y)));
  }

  @Override
  public Array tangentY(Array x, Array y, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.div(UnaryOps.neg(x), squaredNorm(x, y)));
  }

  private static Array squaredNorm(Array x, Array y) {
    return BinaryOps.add(UnaryOps.square(x), UnaryOps.square(y));
  }
}

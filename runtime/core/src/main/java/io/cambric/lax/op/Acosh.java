package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse hyperbolic cosine; NaN below 1. Derivative {@code rsqrt(x^2 - 1)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.acosh.html">lax.acosh</a>
 */
record Acosh() implements UnaryOp {

  @Override
  public String name() {
    return "acosh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ACOSH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, UnaryOps.rsqrt(BinaryOps.sub(UnaryOps.square(x), ShapeOps.fullLike(x, 1))));
  }

  @Override
  public double paddingPoint() {
    return 2;
  }
}

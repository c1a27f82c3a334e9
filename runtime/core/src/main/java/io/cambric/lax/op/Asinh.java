package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse hyperbolic sine. Derivative {@code rsqrt(x^2 + 1)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.asinh.html">lax.asinh</a>
 */
record Asinh() implements UnaryOp {

  @Override
  public String name() {
    return "asinh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ASINH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, UnaryOps.rsqrt(BinaryOps.add(UnaryOps.square(x), ShapeOps.fullLike(x, 1))));
  }
}

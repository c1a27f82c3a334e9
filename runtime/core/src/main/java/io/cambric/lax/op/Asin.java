package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse sine, in radians; NaN outside of [-1, 1]. Derivative {@code rsqrt(1 - x^2)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.asin.html">lax.asin</a>
 */
record Asin() implements UnaryOp {

  @Override
  public String name() {
    return "asin";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ASIN;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, UnaryOps.rsqrt(BinaryOps.sub(ShapeOps.fullLike(x, 1), UnaryOps.square(x))));
  }
}

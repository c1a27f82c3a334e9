package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse cosine, in radians; NaN outside of [-1, 1]. Derivative {@code -rsqrt(1 - x^2)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.acos.html">lax.acos</a>
 */
record Acos() implements UnaryOp {

  @Override
  public String name() {
    return "acos";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ACOS;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent,
        UnaryOps.neg(UnaryOps.rsqrt(BinaryOps.sub(ShapeOps.fullLike(x, 1), UnaryOps.square(x)))));
  }
}

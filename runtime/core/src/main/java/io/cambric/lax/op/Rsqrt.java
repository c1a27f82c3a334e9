package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Reciprocal of the square root. Derivative {@code -0.5 rsqrt(x) / x}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.rsqrt.html">lax.rsqrt</a>
 */
record Rsqrt() implements UnaryOp {

  @Override
  public String name() {
    return "rsqrt";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.RSQRT;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, BinaryOps.mul(ShapeOps.fullLike(x, -0.5), BinaryOps.div(result, x)));
  }
}

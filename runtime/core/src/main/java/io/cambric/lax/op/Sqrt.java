package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Square root. Derivative {@code 0.5 / sqrt(x)}, infinite at 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sqrt.html">lax.sqrt</a>
 */
record Sqrt() implements UnaryOp {

  @Override
  public String name() {
    return "sqrt";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SQRT;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.div(ShapeOps.fullLike(x, 0.5), result));
  }
}

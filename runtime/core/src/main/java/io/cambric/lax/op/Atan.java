package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse tangent, in radians. Derivative {@code 1 / (1 + x^2)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.atan.html">lax.atan</a>
 */
record Atan() implements UnaryOp {

  @Override
  public String name() {
    return "atan";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ATAN;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.div(tangent, BinaryOps.add(ShapeOps.fullLike(x, 1), UnaryOps.square(x)));
  }
}

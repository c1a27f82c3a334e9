package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Tangent of radians. Derivative {@code 1 + tan(x)^2}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.tan.html">lax.tan</a>
 */
record Tan() implements UnaryOp {

  @Override
  public String name() {
    return "tan";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.TAN;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.add(ShapeOps.fullLike(x, 1), UnaryOps.square(result)));
  }
}

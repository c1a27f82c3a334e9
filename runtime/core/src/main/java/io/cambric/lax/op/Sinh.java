package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Hyperbolic sine. Derivative {@code cosh(x)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sinh.html">lax.sinh</a>
 */
record Sinh() implements UnaryOp {

  @Override
  public String name() {
    return "sinh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SINH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, UnaryOps.cosh(x));
  }
}

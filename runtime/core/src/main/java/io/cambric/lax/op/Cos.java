package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Cosine of radians. Derivative {@code -sin(x)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cos.html">lax.cos</a>
 */
record Cos() implements UnaryOp {

  @Override
  public String name() {
    return "cos";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.COS;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return UnaryOps.neg(BinaryOps.mul(tangent, UnaryOps.sin(x)));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

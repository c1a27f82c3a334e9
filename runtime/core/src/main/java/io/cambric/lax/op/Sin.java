package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Sine of radians. Derivative {@code cos(x)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sin.html">lax.sin</a>
 */
record Sin() implements UnaryOp {

  @Override
  public String name() {
    return "sin";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SIN;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, UnaryOps.cos(x));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

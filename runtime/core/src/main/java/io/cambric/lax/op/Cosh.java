package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Hyperbolic cosine. Derivative {@code sinh(x)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cosh.html">lax.cosh</a>
 */
record Cosh() implements UnaryOp {

  @Override
  public String name() {
    return "cosh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.COSH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, UnaryOps.sinh(x));
  }
}

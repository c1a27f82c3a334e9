package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Complement {@code 1 - erf(x)}. Derivative {@code -2 / sqrt(pi) exp(-x^2)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.erfc.html">lax.erfc</a>
 */
record Erfc() implements UnaryOp {

  @Override
  public String name() {
    return "erfc";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ERFC;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        ShapeOps.fullLike(x, -2 / Math.sqrt(Math.PI)),
        BinaryOps.mul(tangent, UnaryOps.exp(UnaryOps.neg(UnaryOps.square(x)))));
  }
}

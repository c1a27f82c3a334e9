package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse of the error function; NaN outside of [-1, 1]. Derivative {@code sqrt(pi) / 2
 * exp(erf_inv(x)^2)}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.erf_inv.html">lax.erf_inv</a>
 */
record ErfInv() implements UnaryOp {

  @Override
  public String name() {
    return "erf_inv";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ERF_INV;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        ShapeOps.fullLike(x, Math.sqrt(Math.PI) / 2),
        BinaryOps.mul(tangent, UnaryOps.exp(UnaryOps.square(result))));
  }
}

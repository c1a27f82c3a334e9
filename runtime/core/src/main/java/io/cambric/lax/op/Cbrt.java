package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Cube root. Derivative {@code cbrt(x)^-2 / 3}, infinite at 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cbrt.html">lax.cbrt</a>
 */
record Cbrt() implements UnaryOp {

  @Override
  public String name() {
    return "cbrt";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.CBRT;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(
        tangent, BinaryOps.mul(ShapeOps.fullLike(x, 1.0 / 3), UnaryOps.integerPow(result, -2)));
  }
}

package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Hyperbolic tangent. Derivative {@code (1 + tanh(x)) (1 - tanh(x))}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.tanh.html">lax.tanh</a>
 */
record Tanh() implements UnaryOp {

  @Override
  public String name() {
    return "tanh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.TANH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return Lax.mul(Lax.add(tangent, Lax.mul(tangent, result)), Lax.sub(Lax.fullLike(x, 1), result));
  }
}

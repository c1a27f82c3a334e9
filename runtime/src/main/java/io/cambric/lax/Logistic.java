package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Logistic function {@code 1 / (1 + exp(-x))}. Derivative {@code logistic(x) (1 - logistic(x))}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.logistic.html">lax.logistic</a>
 */
record Logistic() implements UnaryOp {

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.LOGISTIC;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return Lax.mul(tangent, Lax.mul(result, Lax.sub(Lax.fullLike(x, 1), result)));
  }
}

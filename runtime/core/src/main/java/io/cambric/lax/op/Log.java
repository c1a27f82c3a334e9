package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Natural logarithm; NaN below 0. Derivative {@code 1 / x}, also below 0.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.log.html">lax.log</a>
 */
record Log() implements UnaryOp {

  @Override
  public String name() {
    return "log";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.LOG;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.div(tangent, x);
  }
}

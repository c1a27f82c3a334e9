package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * e to the power of each element. Derivative: itself.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.exp.html">lax.exp</a>
 */
record Exp() implements UnaryOp {

  @Override
  public String name() {
    return "exp";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.EXP;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, result);
  }
}

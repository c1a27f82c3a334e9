package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * 2 to the power of each element. Derivative {@code log(2) 2^x}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.exp2.html">lax.exp2</a>
 */
record Exp2() implements UnaryOp {

  @Override
  public String name() {
    return "exp2";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.EXP2;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(ShapeOps.fullLike(x, Math.log(2)), BinaryOps.mul(tangent, result));
  }
}

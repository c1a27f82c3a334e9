package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Inverse hyperbolic tangent; NaN outside of [-1, 1]. Derivative {@code 1 / ((1 + x) (1 - x))}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.atanh.html">lax.atanh</a>
 */
record Atanh() implements UnaryOp {

  @Override
  public String name() {
    return "atanh";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ATANH;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    var one = ShapeOps.fullLike(x, 1);
    return BinaryOps.mul(
        UnaryOps.integerPow(BinaryOps.add(one, x), -1),
        BinaryOps.div(tangent, BinaryOps.sub(one, x)));
  }
}

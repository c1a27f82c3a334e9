package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Hyperbolic tangent. Derivative {@code (1 + tanh(x)) (1 - tanh(x))}.
 *
 * <p>The tangent is multiplied by {@code 1 + tanh(x)}, which is exact where it is small. JAX writes
 * {@code t + t tanh(x)}. XLA rounds that once, except for halves, and so does this rule.
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
    var one = ShapeOps.fullLike(x, 1);
    var above =
        x.dtype().bytes() == 2
            ? BinaryOps.add(tangent, BinaryOps.mul(tangent, result))
            : BinaryOps.mul(tangent, BinaryOps.add(one, result));
    return BinaryOps.mul(above, BinaryOps.sub(one, result));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

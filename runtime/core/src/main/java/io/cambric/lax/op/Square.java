package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * {@code x * x}; integers wrap. Derivative {@code 2 x}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.square.html">lax.square</a>
 */
record Square() implements UnaryOp {

  @Override
  public String name() {
    return "square";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SQUARE;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.mul(tangent, BinaryOps.mul(ShapeOps.fullLike(x, 2), x));
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

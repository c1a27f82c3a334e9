package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Absolute value. The tangent keeps its sign where {@code x >= 0}, also at 0, and changes it
 * elsewhere.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.abs.html">lax.abs</a>
 */
record Abs() implements UnaryOp {

  @Override
  public String name() {
    return "abs";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.ABS;
  }

  @Override
  public DTypes accepts() {
    return DTypes.SIGNED;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    return BinaryOps.select(
        BinaryOps.ge(x, ShapeOps.fullLike(x, 0)), tangent, UnaryOps.neg(tangent));
  }
}

package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ScalarOp;

/**
 * The negative of each element; integers wrap.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.neg.html">lax.neg</a>
 */
record Neg() implements ElementwiseOp, LinearOp {

  @Override
  public String name() {
    return "neg";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.NEG;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return UnaryOps.neg(cotangent);
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;

/**
 * -1, 0 or 1, with the sign of each element; NaN stays, and so does the sign of a zero. Flat.
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.sign.html">lax.sign</a>
 */
record Sign() implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return "sign";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.SIGN;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

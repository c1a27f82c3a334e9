package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;

/**
 * Where an element is neither infinite nor NaN, as bool.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.is_finite.html">lax.is_finite</a>
 */
record IsFinite() implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return "is_finite";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.IS_FINITE;
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

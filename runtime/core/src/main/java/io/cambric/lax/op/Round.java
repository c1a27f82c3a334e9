package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import io.cambric.lax.dims.RoundingMethod;

/**
 * Nearest whole number. Flat.
 *
 * @param roundingMethod the rounding of halves
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.round.html">lax.round</a>
 */
record Round(RoundingMethod roundingMethod) implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return "round";
  }

  @Override
  public ScalarOp scalar() {
    return roundingMethod == RoundingMethod.TO_NEAREST_EVEN
        ? ScalarOp.ROUND_EVEN
        : ScalarOp.ROUND_AWAY;
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

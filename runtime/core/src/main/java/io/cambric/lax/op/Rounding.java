package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import java.util.Locale;

/**
 * Largest whole number not above (floor), or smallest not below (ceil) each element. Flat.
 *
 * @param scalar {@code FLOOR} or {@code CEIL}
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.floor.html">lax.floor</a>
 */
record Rounding(ScalarOp scalar) implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return scalar.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String paramsText() {
    return "";
  }

  @Override
  public double paddingPoint() {
    return Double.NaN;
  }
}

package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import java.util.Locale;

/**
 * Comparison of two operands to bool: eq, ne, lt, le, gt or ge. With a NaN, all except ne are
 * false.
 *
 * @param scalar the comparison
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.eq.html">lax.eq</a>
 */
record Compare(ScalarOp scalar) implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return scalar.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public DTypes accepts() {
    return DTypes.ANY;
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

package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import java.util.Locale;

/**
 * Number of one bits, or of leading zero bits, of each integer.
 *
 * @param scalar {@code POPULATION_COUNT} or {@code CLZ}
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.population_count.html">lax.population_count</a>
 */
record BitCount(ScalarOp scalar) implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return scalar.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public DTypes accepts() {
    return DTypes.INTEGER;
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

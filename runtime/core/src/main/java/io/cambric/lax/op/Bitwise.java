package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import java.util.Locale;

/**
 * Bitwise and, or, exclusive or, or complement of integers; the logical operation for bool.
 *
 * @param scalar {@code AND}, {@code OR}, {@code XOR} or {@code NOT}
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.bitwise_and.html">lax.bitwise_and</a>
 */
record Bitwise(ScalarOp scalar) implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return scalar.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public DTypes accepts() {
    return DTypes.INTEGER_OR_BOOL;
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

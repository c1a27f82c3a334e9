package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;
import java.util.Locale;

/**
 * Bits shifted left, or right with zeros or copies of the sign moved in. A shift by the width of
 * the dtype or more, or by a negative number, leaves only the bits that were moved in.
 *
 * @param scalar {@code SHIFT_LEFT}, {@code SHIFT_RIGHT_LOGICAL} or {@code SHIFT_RIGHT_ARITHMETIC}
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.shift_left.html">lax.shift_left</a>
 */
record Shift(ScalarOp scalar) implements ElementwiseOp, FlatOp {

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

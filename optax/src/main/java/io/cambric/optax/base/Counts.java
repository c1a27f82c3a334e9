package io.cambric.optax.base;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;

/** Step counters: i32 scalars that stay at the largest value instead of wrapping around. */
public final class Counts {

  private Counts() {}

  public static Array zero() {
    return NdArray.scalar(DType.I32, 0);
  }

  /**
   * {@return count + 1, or count if it is the largest i32}
   *
   * @see <a
   *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_increment</a>
   */
  public static Array increment(Array count) {
    var capped = Lax.min(count, Lax.fullLike(count, Integer.MAX_VALUE - 1));
    return Lax.add(capped, Lax.fullLike(count, 1));
  }
}

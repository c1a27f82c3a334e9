package io.cambric.optax.base;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/**
 * Step counters: scalars, usually i32, that stay at the largest value instead of wrapping around.
 */
public final class Counts {

  private Counts() {}

  public static Array zero() {
    return NdArray.scalar(DType.I32, 0);
  }

  /**
   * {@return count + 1, or the count itself if it is already the largest number of its dtype}
   *
   * @param count of an integer or a floating dtype
   * @throws DTypeException if the dtype is neither
   * @see <a
   *     href="https://optax.readthedocs.io/en/latest/api/utilities.html">optax.safe_increment</a>
   */
  public static Array increment(Array count) {
    var dtype = count.dtype();
    if (dtype == DType.BOOL) {
      throw new DTypeException(
          "safe_increment needs a count of an integer or floating dtype, but got %s. Convert it with astype."
              .formatted(count.aval()));
    }
    if (dtype.isFloating()) {
      var largest = Lax.fullLike(count, Numpy.finfo(dtype).max());
      return Lax.select(Lax.lt(count, largest), count.add(1), largest);
    }
    // Integers wrap around, so the sum is below the count exactly if the count is the largest
    // integer.
    var next = Lax.add(count, Lax.fullLike(count, 1));
    return Lax.select(Lax.lt(next, count), count, next);
  }
}

package io.cambric.models.encoder;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Keys and values of attention, of a whole sequence or in a cache that a decoder fills position by
 * position.
 *
 * @param key {@code [batch, keys, heads, size]}
 * @param value of the same shape
 */
@PyTree
public record KeysValues(Array key, Array value) {

  /** {@return a cache without entries yet, zeros} */
  public static KeysValues zeros(int batch, int length, int heads, int size, DType dtype) {
    var zeros = Numpy.zeros(Shape.of(batch, length, heads, size), dtype);
    return new KeysValues(zeros, zeros);
  }

  /**
   * {@return this with keys and values of later positions written into it}
   *
   * @param start the first position, an integer scalar
   */
  public KeysValues updated(KeysValues later, Array start) {
    var zero = NdArray.scalar(start.dtype(), 0);
    var starts = List.of(zero, start, zero, zero);
    return new KeysValues(
        Lax.dynamicUpdateSlice(key, later.key, starts),
        Lax.dynamicUpdateSlice(value, later.value, starts));
  }

  /** {@return the keys and values of some sequences, by their numbers, i32 {@code [count]}} */
  public KeysValues rows(Array numbers) {
    return new KeysValues(Numpy.take(key, numbers, 0), Numpy.take(value, numbers, 0));
  }

  /** {@return this with each sequence repeated in consecutive rows} */
  public KeysValues repeated(int times) {
    return new KeysValues(Numpy.repeat(key, times, 0), Numpy.repeat(value, times, 0));
  }
}

package io.cambric.serialization;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;

/**
 * A NumPy scalar of a state dict. Flax treats it as a separate kind of leaf, although its content
 * equals an array without axes.
 *
 * @param value an {@link NdArray} or a {@link RawArray} of shape {@code []}
 */
public record NumpyScalar(Object value) {

  /**
   * Checks the value.
   *
   * @throws DataException if it is not an array without axes
   */
  public NumpyScalar {
    boolean fits =
        switch (value) {
          case NdArray array -> array.rank() == 0;
          case RawArray array -> array.shape().rank() == 0;
          default -> false;
        };
    if (!fits) {
      throw new DataException(
          "A NumPy scalar needs an NdArray or RawArray of shape [], but got %s. Write arrays of other shapes directly."
              .formatted(
                  value instanceof NdArray array
                      ? array.aval()
                      : value instanceof RawArray ? value : value.getClass().getSimpleName()));
    }
  }
}

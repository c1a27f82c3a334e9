package io.cambric.io;

import java.util.List;

/**
 * The header of an array in a file.
 *
 * @param name the name, as {@link WeightFile#get} takes it
 * @param dtype the dtype in the words of NumPy, such as {@code float32} or {@code complex64}
 * @param sizes the sizes of the axes
 * @param bytes the number of bytes of its elements
 */
public record WeightEntry(String name, String dtype, List<Long> sizes, long bytes) {

  /** Copies the sizes. */
  public WeightEntry {
    sizes = List.copyOf(sizes);
  }
}

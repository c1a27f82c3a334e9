package io.cambric.io;

import java.util.List;

/**
 * An open file of weights, from any framework. Names, shapes and dtypes are known; elements are
 * read on request, as copies.
 *
 * <p>Several threads may read at once. The file must not be changed as long as it is open.
 */
public interface WeightFile extends NamedArrays, AutoCloseable {

  /** {@return the format, such as {@code PyTorch, zip}} */
  String format();

  /**
   * {@return the headers of all arrays, in the order of the file, with arrays of dtypes that
   * Cambric does not have}
   */
  List<WeightEntry> entries();

  /** Closes the file; arrays from earlier reads stay valid. */
  @Override
  void close();
}

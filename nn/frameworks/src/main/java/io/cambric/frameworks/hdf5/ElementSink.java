package io.cambric.frameworks.hdf5;

import java.nio.ByteBuffer;

/** A receiver of elements, such as the buffer of an array. */
@FunctionalInterface
public interface ElementSink {

  /**
   * Takes elements.
   *
   * @param elements in the order of bytes of the dataset
   * @param at the index of the first of them
   * @param count their number
   */
  void put(ByteBuffer elements, int at, int count);
}

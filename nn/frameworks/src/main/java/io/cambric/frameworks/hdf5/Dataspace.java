package io.cambric.frameworks.hdf5;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of a dataset or an attribute.
 *
 * @param sizes of the axes; none for a scalar
 * @param count the number of elements
 */
record Dataspace(List<Long> sizes, long count) {

  private static final int MAX_RANK = 32;

  /** The type of a dataspace without elements, in version 2. */
  private static final int NULL = 2;

  static Dataspace of(Hdf5Section section) {
    int version = section.version(1, 2);
    int rank = section.byteValue();
    section.skip(1);
    boolean empty = section.byteValue() == NULL && version == 2;
    section.skip(version == 1 ? Integer.BYTES : 0);
    if (rank > MAX_RANK) {
      throw section.malformed("has %d axes, more than %d".formatted(rank, MAX_RANK));
    }
    var sizes = new ArrayList<Long>();
    long count = empty ? 0 : 1;
    for (int i = 0; i < rank; i++) {
      long size = section.length();
      if (size < 0 || Math.multiplyHigh(count, size) != 0 || count * size < 0) {
        throw section.malformed("has more elements than any file");
      }
      sizes.add(size);
      count *= size;
    }
    return new Dataspace(List.copyOf(sizes), count);
  }
}

package io.cambric.frameworks.tensorflow;

import io.cambric.frameworks.content.ArrayHeader;
import io.cambric.io.protobuf.ProtoReader;
import java.util.ArrayList;
import java.util.List;

/**
 * The entry of a tensor in the index of a bundle.
 *
 * @param dtype as TensorFlow names it
 * @param sizes along its axes
 * @param shard the number of the data file
 * @param offset of the elements in that file
 * @param bytes of the elements in that file
 * @param sum the check sum of the elements
 * @param slices the parts that have entries of their own; none for a tensor in one piece
 */
record BundleEntry(
    String dtype,
    List<Long> sizes,
    int shard,
    long offset,
    long bytes,
    int sum,
    List<TensorSlice> slices) {

  BundleEntry {
    sizes = List.copyOf(sizes);
    slices = List.copyOf(slices);
  }

  /** {@return the entry that a message describes} */
  static BundleEntry of(ProtoReader reader) {
    int dtype = 0;
    List<Long> sizes = List.of();
    long shard = 0;
    long offset = 0;
    long bytes = 0;
    int sum = 0;
    var slices = new ArrayList<TensorSlice>();
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> dtype = reader.int32();
        case 2 -> sizes = sizes(reader.message());
        case 3 -> shard = reader.int32();
        case 4 -> offset = reader.varint();
        case 5 -> bytes = reader.varint();
        case 6 -> sum = reader.fixed32();
        case 7 -> slices.add(slice(reader.message()));
        default -> {}
      }
    }
    return new BundleEntry(DataTypes.name(dtype), sizes, (int) shard, offset, bytes, sum, slices);
  }

  private static List<Long> sizes(ProtoReader reader) {
    var sizes = new ArrayList<Long>();
    while (reader.next()) {
      switch (reader.field()) {
        case 2 -> {
          long size = 0;
          var axis = reader.message();
          while (axis.next()) {
            if (axis.field() == 1) {
              size = axis.varint();
            }
          }
          if (size < 0) {
            throw reader.malformed("axis %d of a tensor has the size %d", sizes.size(), size);
          }
          sizes.add(size);
        }
        case 3 -> {
          if (reader.varint() != 0) {
            throw reader.malformed("a tensor has no known sizes");
          }
        }
        default -> {}
      }
    }
    return sizes;
  }

  private static TensorSlice slice(ProtoReader reader) {
    var begins = new ArrayList<Long>();
    var lengths = new ArrayList<Long>();
    while (reader.next()) {
      if (reader.field() == 1) {
        long begin = 0;
        long length = TensorSlice.WHOLE;
        var axis = reader.message();
        while (axis.next()) {
          switch (axis.field()) {
            case 1 -> begin = axis.varint();
            case 2 -> length = axis.varint();
            default -> {}
          }
        }
        begins.add(begin);
        lengths.add(length);
      }
    }
    return new TensorSlice(begins, lengths);
  }

  /** {@return whether it consists of parts with entries of their own} */
  boolean isPartitioned() {
    return !slices.isEmpty();
  }

  /** {@return the number of elements; {@link ArrayHeader#UNCOUNTABLE} if no long holds it} */
  long elements() {
    return ArrayHeader.elements(sizes);
  }

  /** {@return the bytes of an element; 0 if they have no fixed number} */
  int width() {
    return ArrayHeader.width(dtype);
  }
}

package io.cambric.serialization;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The header of an array, with the positions of its elements.
 *
 * @param dtype the name of the dtype in NumPy
 * @param shape of the array
 * @param segments the locations of its elements, in order
 * @param isScalar whether it is a NumPy scalar
 */
record EncodedArray(String dtype, Shape shape, List<Segment> segments, boolean isScalar) {

  private static final Map<String, DType> DTYPES =
      Stream.of(DType.values()).collect(Collectors.toUnmodifiableMap(DType::jaxName, d -> d));

  /**
   * A run of bytes.
   *
   * @param position of the first byte
   * @param bytes their number
   */
  record Segment(long position, long bytes) {}

  /** {@return the dtype with a name; null if Cambric does not compute with it} */
  static @Nullable DType known(String name) {
    return DTYPES.get(name);
  }

  /** {@return whether sizes give more elements than an array can have} */
  static boolean isTooLarge(int[] dims) {
    long size = 1;
    for (int dim : dims) {
      size = Math.min(size * dim, Integer.MAX_VALUE);
    }
    return size > Shape.MAX_SIZE;
  }

  /** {@return the number of bytes of the elements} */
  long bytes() {
    return segments.stream().mapToLong(Segment::bytes).sum();
  }
}

package io.cambric.io;

import io.cambric.array.Shape;
import io.cambric.file.support.Quoted;
import org.jspecify.annotations.Nullable;

/** The number of bytes of the elements of raw arrays. */
public final class ElementBytes {

  private ElementBytes() {}

  /** {@return a message if a number of bytes does not fit the shape; null if it fits} */
  public static @Nullable String misfit(String dtype, Shape shape, long bytes) {
    int width = width(dtype);
    long size = shape.size();
    boolean fits = width > 0 ? bytes == size * width : size == 0 ? bytes == 0 : bytes % size == 0;
    return fits
        ? null
        : "dtype %s and shape %s need %s bytes, but there are %d"
            .formatted(
                Quoted.of(dtype),
                shape,
                width > 0 ? Long.toString(size * width) : "a multiple of " + size,
                bytes);
  }

  /** {@return the bytes of an element; 0 for an unknown dtype} */
  public static int width(String dtype) {
    return switch (dtype) {
      case "complex64" -> 2 * Float.BYTES;
      case "complex128" -> 2 * Double.BYTES;
      case "int2", "uint2", "int4", "uint4" -> 1;
      default -> dtype.startsWith("float8_") ? 1 : 0;
    };
  }
}

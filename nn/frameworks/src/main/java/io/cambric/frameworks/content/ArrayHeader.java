package io.cambric.frameworks.content;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.ElementBytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Dtypes by their names in NumPy, sizes as files have them, and what Cambric makes of both. */
public final class ArrayHeader {

  /** In place of a number of elements that no long holds. */
  public static final long UNCOUNTABLE = -1;

  private ArrayHeader() {}

  /** {@return the dtype of Cambric with a name of NumPy, if there is one} */
  public static Optional<DType> dtype(String name) {
    return Stream.of(DType.values()).filter(dtype -> dtype.jaxName().equals(name)).findFirst();
  }

  /** {@return the bytes of an element; 0 if they have no fixed number} */
  public static int width(String dtype) {
    return dtype(dtype).map(DType::bytes).orElseGet(() -> ElementBytes.width(dtype));
  }

  /**
   * {@return the product of sizes that are not negative; {@link #UNCOUNTABLE} if it exceeds a long}
   */
  public static long elements(List<Long> sizes) {
    if (sizes.contains(0L)) {
      return 0;
    }
    long elements = 1;
    for (long size : sizes) {
      if (Math.multiplyHigh(elements, size) != 0 || elements * size < 0) {
        return UNCOUNTABLE;
      }
      elements *= size;
    }
    return elements;
  }

  /**
   * {@return dtype and shape for Cambric}
   *
   * @param what the array is, as the subject of messages
   * @param otherwise the advice for dtypes that Cambric does not have
   * @throws DataException if the dtype or the sizes have no place in Cambric
   */
  public static ShapedArray aval(String what, String dtype, List<Long> sizes, String otherwise) {
    var known = dtype(dtype);
    if (known.isEmpty()) {
      throw unknownDType(what, dtype, otherwise);
    }
    long elements = elements(sizes);
    if (elements == UNCOUNTABLE
        || elements > Shape.MAX_SIZE
        || sizes.stream().anyMatch(size -> size > Integer.MAX_VALUE)) {
      throw new DataException(
          "%s has the sizes %s, but a Java array has at most %d elements. Split it in the program that wrote it."
              .formatted(what, sizes, Shape.MAX_SIZE));
    }
    return new ShapedArray(
        Shape.of(sizes.stream().mapToInt(Math::toIntExact).toArray()), known.get());
  }

  /** {@return the exception for an array of a dtype that Cambric does not have} */
  public static DataException unknownDType(String what, String dtype, String otherwise) {
    return new DataException(
        "%s has the dtype %s, which Cambric does not have. %s"
            .formatted(what, Quoted.of(dtype), otherwise));
  }
}

package io.cambric.numpy;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Arrays of bytes, of text and of functions of places. As JAX has them, {@code fromfile} and {@code
 * fromiter} are not here: each call would read on from where the last one ended.
 */
final class ExistingDataCreation {

  private ExistingDataCreation() {}

  /** {@return the numbers that bytes are, the lowest byte of each first} */
  public static Array frombuffer(byte[] bytes, DType dtype) {
    return frombuffer(littleEndian(bytes), dtype);
  }

  /** {@return some of the numbers that bytes are, the lowest byte of each first} */
  public static Array frombuffer(byte[] bytes, DType dtype, int count, int offset) {
    return frombuffer(littleEndian(bytes), dtype, count, offset);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * {@return the numbers that the rest of a buffer holds, copied}
   *
   * @param buffer read from its position in its byte order; the position stays
   * @throws DataException if the bytes are not a whole number of elements
   */
  public static Array frombuffer(ByteBuffer buffer, DType dtype) {
    if (buffer.remaining() % dtype.bytes() != 0) {
      throw new DataException(
          "frombuffer needs a multiple of %d bytes for elements of %s, but got %d. Pass a count."
              .formatted(dtype.bytes(), dtype, buffer.remaining()));
    }
    return frombuffer(buffer, dtype, buffer.remaining() / dtype.bytes(), 0);
  }

  /**
   * {@return numbers that a buffer holds, copied}
   *
   * <p>Shape: {@code [count]}. A bool is a byte that is not 0.
   *
   * @param buffer read from its position in its byte order; the position stays
   * @param count the number of elements
   * @param offset the number of bytes before the first element
   * @throws DataException if there are not as many bytes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frombuffer.html">jnp.frombuffer</a>
   */
  public static Array frombuffer(ByteBuffer buffer, DType dtype, int count, int offset) {
    Sizes.notNegative("frombuffer", "count", count);
    Sizes.notNegative("frombuffer", "byte offset", offset);
    long end = offset + (long) count * dtype.bytes();
    if (end > buffer.remaining()) {
      throw new DataException(
          "frombuffer of %d elements of %s from byte %d on needs %d bytes, but got %d."
              .formatted(count, dtype, offset, end, buffer.remaining()));
    }
    var source = buffer.slice(buffer.position() + offset, (int) end - offset).order(buffer.order());
    var elements = Buffer.allocate(dtype, count);
    elements.read(source, 0, count);
    if (dtype == DType.BOOL) {
      byte[] bytes = elements.bytes();
      for (int i = 0; i < count; i++) {
        bytes[i] = (byte) (bytes[i] == 0 ? 0 : 1);
      }
    }
    return NdArray.of(new ShapedArray(Shape.of(count), dtype), elements);
  }

  /**
   * {@return the numbers that a text lists}
   *
   * <p>Shape: {@code [count]}. White space around a number and behind the last separator is
   * skipped.
   *
   * @param separator between two numbers; one of white space stands for any white space
   * @param dtype fractions are cut off for an integer one
   * @throws DataException if a part of the text is no number
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.fromstring.html">jnp.fromstring</a>
   */
  public static Array fromstring(String text, String separator, DType dtype) {
    var between = separator.isBlank() ? "\\s+" : Pattern.quote(separator.strip());
    var parts = text.strip().split(between, -1);
    int count = parts.length - (parts[parts.length - 1].isBlank() ? 1 : 0);
    var elements = Buffer.allocate(dtype, count);
    for (int i = 0; i < count; i++) {
      set(elements, i, parts[i].strip());
    }
    return NdArray.of(new ShapedArray(Shape.of(count), dtype), elements);
  }

  private static void set(Buffer elements, int i, String part) {
    try {
      if (elements.dtype().isInteger()) {
        elements.setLong(i, Long.parseLong(part));
      } else {
        elements.setDouble(i, Double.parseDouble(part));
      }
    } catch (NumberFormatException e) {
      throw new DataException(
          "fromstring needs numbers of %s, but part %d of the text is \"%s\"."
              .formatted(elements.dtype(), i, part),
          e);
    }
  }

  /** {@return the values of a function at 0, 1, ... below a size, of the default floating dtype} */
  public static Array fromfunction(ArrayFn function, int size) {
    return fromfunction(
        places -> function.apply(places.get(0)), Shape.of(size), DType.defaultFloat());
  }

  /** {@return the values of a function of row and column, of the default floating dtype} */
  public static Array fromfunction(ArrayFn2 function, int rows, int columns) {
    return fromfunction(
        places -> function.apply(places.get(0), places.get(1)),
        Shape.of(rows, columns),
        DType.defaultFloat());
  }

  /**
   * {@return the values of a function at all places of a shape}
   *
   * <p>The function is mapped with {@code vmap}: it gets one scalar for each axis. The axes of its
   * results come last.
   *
   * @param dtype of the scalars
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.fromfunction.html">jnp.fromfunction</a>
   */
  public static Array fromfunction(
      Function<List<Array>, Array> function, Shape shape, DType dtype) {
    var places = GridCreation.indicesSparse(shape, dtype);
    return Vectorize.of(args -> List.of(function.apply(args))).apply(places).getFirst();
  }
}

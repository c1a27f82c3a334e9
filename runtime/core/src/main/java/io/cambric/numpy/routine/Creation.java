package io.cambric.numpy.routine;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Arrays filled with a value, arrays like others, and arrays of Java values and bytes. */
public final class Creation {

  private Creation() {}

  /** {@return zeros of the default floating dtype} */
  public static Array zeros(int... dims) {
    return zeros(Shape.of(dims));
  }

  /** {@return zeros of the default floating dtype} */
  public static Array zeros(Shape shape) {
    return zeros(shape, DType.defaultFloat());
  }

  /**
   * {@return zeros}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.zeros.html">jnp.zeros</a>
   */
  public static Array zeros(Shape shape, DType dtype) {
    return full(shape, 0, dtype);
  }

  /** {@return zeros of the shape and dtype of {@code x}} */
  public static Array zerosLike(Array x) {
    return Lax.zeros(x.aval());
  }

  /** {@return zeros of the shape of x} */
  public static Array zerosLike(Array x, DType dtype) {
    return fullLike(x, 0, dtype);
  }

  /**
   * {@return zeros}
   *
   * @param dtype {@code null} for the dtype of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.zeros_like.html">jnp.zeros_like</a>
   */
  public static Array zerosLike(Array x, @Nullable DType dtype, Shape shape) {
    return fullLike(x, 0, dtype, shape);
  }

  /** {@return an array with unspecified values: zeros of the default floating dtype} */
  public static Array empty(int... dims) {
    return zeros(dims);
  }

  /** {@return an array with unspecified values: zeros} */
  public static Array empty(Shape shape, DType dtype) {
    return zeros(shape, dtype);
  }

  /** {@return an array of the shape and dtype of x with unspecified values: zeros} */
  public static Array emptyLike(Array x) {
    return zerosLike(x);
  }

  /** {@return an array of the shape of x with unspecified values: zeros} */
  public static Array emptyLike(Array x, DType dtype) {
    return zerosLike(x, dtype);
  }

  /** {@return an array with unspecified values: zeros; the dtype of x for {@code null}} */
  public static Array emptyLike(Array x, @Nullable DType dtype, Shape shape) {
    return zerosLike(x, dtype, shape);
  }

  /** {@return ones of the default floating dtype} */
  public static Array ones(int... dims) {
    return ones(Shape.of(dims));
  }

  /** {@return ones of the default floating dtype} */
  public static Array ones(Shape shape) {
    return ones(shape, DType.defaultFloat());
  }

  /**
   * {@return ones}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ones.html">jnp.ones</a>
   */
  public static Array ones(Shape shape, DType dtype) {
    return full(shape, 1, dtype);
  }

  /** {@return ones of the shape and dtype of {@code x}} */
  public static Array onesLike(Array x) {
    return fullLike(x, 1);
  }

  /** {@return ones of the shape of x} */
  public static Array onesLike(Array x, DType dtype) {
    return fullLike(x, 1, dtype);
  }

  /**
   * {@return ones}
   *
   * @param dtype {@code null} for the dtype of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ones_like.html">jnp.ones_like</a>
   */
  public static Array onesLike(Array x, @Nullable DType dtype, Shape shape) {
    return fullLike(x, 1, dtype, shape);
  }

  /**
   * {@return an array of one value}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.full.html">jnp.full</a>
   */
  public static Array full(Shape shape, double value, DType dtype) {
    return Lax.full(new ShapedArray(shape, dtype), value);
  }

  /** {@return an array of one value, weakly typed, of the default floating dtype} */
  public static Array full(Shape shape, double value) {
    return Lax.full(new ShapedArray(shape, DType.defaultFloat(), true), value);
  }

  /** {@return an array of one whole number, of the default integer dtype, weakly typed} */
  public static Array full(Shape shape, int value) {
    return Lax.full(new ShapedArray(shape, DType.defaultInt(), true), value);
  }

  /** {@return a value repeated to a shape that it broadcasts to} */
  public static Array full(Shape shape, Array value) {
    return Shapes.broadcastTo(value, shape);
  }

  /** {@return an array of one value, of the shape and dtype of {@code x}} */
  public static Array fullLike(Array x, double value) {
    return Lax.full(x.aval(), value);
  }

  /** {@return an array of one value, of the shape of x} */
  public static Array fullLike(Array x, double value, DType dtype) {
    return fullLike(x, value, dtype, x.shape());
  }

  /**
   * {@return an array of one value}
   *
   * @param dtype {@code null} for the dtype of x
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.full_like.html">jnp.full_like</a>
   */
  public static Array fullLike(Array x, double value, @Nullable DType dtype, Shape shape) {
    var aval = dtype == null ? x.aval().withShape(shape) : new ShapedArray(shape, dtype);
    return Lax.full(aval, value);
  }

  /** {@return a square matrix with ones on its diagonal, of the default floating dtype} */
  public static Array eye(int size) {
    return eye(size, size, 0, DType.defaultFloat());
  }

  /**
   * {@return a matrix with ones on one diagonal}
   *
   * @param k the diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.eye.html">jnp.eye</a>
   */
  public static Array eye(int rows, int columns, int k, DType dtype) {
    var shape = PatternMatrices.matrix("eye", rows, columns);
    var row = Lax.broadcastedIota(DType.I32, shape, 0);
    var column = Lax.broadcastedIota(DType.I32, shape, 1);
    return Lax.convertElementType(Lax.eq(Lax.add(row, Operands.constant(row, k)), column), dtype);
  }

  /** {@return the identity matrix} */
  public static Array identity(int size) {
    return eye(size);
  }

  /** {@return a square matrix with ones on its diagonal} */
  public static Array identity(int size, DType dtype) {
    return eye(size, size, 0, dtype);
  }

  /** {@return an f32 array of these values} */
  public static Array array(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  /** {@return an array of the default floating dtype with these values} */
  public static Array array(double... values) {
    var aval = new ShapedArray(Shape.of(values.length), DType.defaultFloat());
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < values.length; i++) {
      buffer.setDouble(i, values[i]);
    }
    return NdArray.of(aval, buffer);
  }

  /** {@return an array of the default integer dtype with these values} */
  public static Array array(int... values) {
    var aval = new ShapedArray(Shape.of(values.length), DType.defaultInt());
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < values.length; i++) {
      buffer.setLong(i, values[i]);
    }
    return NdArray.of(aval, buffer);
  }

  /** {@return an i64 array of these values} */
  public static Array array(long... values) {
    var aval = new ShapedArray(Shape.of(values.length), DType.I64);
    return NdArray.of(aval, HeapRoom.reserve(aval, () -> Buffer.wrap(DType.I64, values.clone())));
  }

  /** {@return a bool array of these values} */
  public static Array array(boolean... values) {
    var aval = new ShapedArray(Shape.of(values.length), DType.BOOL);
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < values.length; i++) {
      buffer.setLong(i, values[i] ? 1 : 0);
    }
    return NdArray.of(aval, buffer);
  }

  /** {@return a matrix of these rows} */
  public static Array array(float[][] rows) {
    return stacked(rows, row -> array(row));
  }

  /** {@return a matrix of these rows} */
  public static Array array(double[][] rows) {
    return stacked(rows, row -> array(row));
  }

  /** {@return a matrix of these rows} */
  public static Array array(int[][] rows) {
    return stacked(rows, row -> array(row));
  }

  /** {@return a matrix of these rows} */
  public static Array array(boolean[][] rows) {
    return stacked(rows, row -> array(row));
  }

  /** {@return an array of three axes} */
  public static Array array(float[][][] slices) {
    return stacked(slices, slice -> array(slice));
  }

  /** {@return an array of three axes} */
  public static Array array(int[][][] slices) {
    return stacked(slices, slice -> array(slice));
  }

  /**
   * {@return an array of nested lists and Java arrays of numbers, booleans and arrays}
   *
   * <p>Shape: the lengths of the lists, then the shape of the arrays inside. Dtype: the common
   * dtype of all values; {@code int} and {@code double} give way to arrays, like numbers in Python.
   *
   * {@snippet :
   * array(List.of(List.of(1, 2.5), List.of(x, y))); // f32[2,2] if x and y are f32[]
   * }
   *
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, naming its position
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.array.html">jnp.array</a>
   */
  public static Array array(List<?> nested) {
    return NestedValues.of("array", nested, null);
  }

  /** {@return an array of nested lists and Java arrays, as {@link #array(List)}} */
  public static Array array(Object[] nested) {
    return NestedValues.of("array", nested, null);
  }

  /**
   * {@return an array of nested lists and Java arrays, of a number or of an array, in a dtype}
   *
   * @param nested as in {@link #array(List)}; fractions are truncated for integer dtypes
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, or a number is outside an
   *     integer dtype
   */
  public static Array array(Object nested, DType dtype) {
    return NestedValues.of("array", nested, dtype);
  }

  /** {@return a scalar array of the default floating dtype, not weakly typed} */
  public static Array scalar(double value) {
    return NdArray.scalar(DType.defaultFloat(), value);
  }

  /** {@return a scalar array of the default integer dtype, not weakly typed} */
  public static Array scalar(int value) {
    return NdArray.scalar(DType.defaultInt(), value);
  }

  /** {@return a scalar array of dtype bool} */
  public static Array scalar(boolean value) {
    return NdArray.scalar(DType.BOOL, value ? 1 : 0);
  }

  /** {@return a scalar array of a dtype} */
  public static Array scalar(double value, DType dtype) {
    return NdArray.scalar(dtype, value);
  }

  /**
   * {@return a number, an array, or nested lists and Java arrays of them as an array}
   *
   * @throws io.cambric.errors.ShapeException if parts have several shapes, naming two of them
   * @throws io.cambric.errors.DTypeException if a value is none of these, naming its position
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.asarray.html">jnp.asarray</a>
   */
  public static Array asarray(Object value) {
    return NestedValues.of("asarray", value, null);
  }

  /** {@return a value as an array of a dtype, as {@link #array(Object, DType)}} */
  public static Array asarray(Object value, DType dtype) {
    return NestedValues.of("asarray", value, dtype);
  }

  /** {@return the numbers that little-endian bytes encode} */
  public static Array frombuffer(byte[] bytes, DType dtype) {
    return frombuffer(littleEndian(bytes), dtype);
  }

  /** {@return some of the numbers that little-endian bytes encode} */
  public static Array frombuffer(byte[] bytes, DType dtype, int count, int offset) {
    return frombuffer(littleEndian(bytes), dtype, count, offset);
  }

  /**
   * {@return a copy of the numbers in the rest of a buffer}
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
   * {@return a copy of numbers in a buffer}
   *
   * <p>Shape: {@code [count]}. A nonzero byte is a true bool.
   *
   * @param buffer read from its position in its byte order; the position stays
   * @param count the number of elements
   * @param offset the number of bytes before the first element
   * @throws DataException if the buffer has too few bytes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frombuffer.html">jnp.frombuffer</a>
   */
  public static Array frombuffer(ByteBuffer buffer, DType dtype, int count, int offset) {
    Sizes.notNegative("frombuffer", "count", count);
    Sizes.notNegative("frombuffer", "byte offset", offset);
    long end = offset + (long) count * dtype.bytes();
    if (end > buffer.remaining()) {
      throw new DataException(
          "frombuffer of %d elements of %s from byte %d needs %d bytes, but got %d."
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
   * <p>Shape: {@code [count]}. White space around a number and after the last separator is skipped.
   *
   * @param separator the text between two numbers; white space matches any white space
   * @param dtype the dtype; for integers, fractions are truncated
   * @throws DataException if a part of the text is not a number
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

  private static <T> Array stacked(T[] parts, java.util.function.Function<T, Array> convert) {
    var arrays = new ArrayList<NdArray>(parts.length);
    for (var part : parts) {
      arrays.add((NdArray) convert.apply(part));
    }
    if (arrays.isEmpty()) {
      return zeros(0);
    }
    var first = arrays.getFirst();
    var aval = new ShapedArray(first.shape().insert(0, arrays.size()), first.dtype());
    var buffer = HeapRoom.allocate(aval);
    for (int i = 0; i < arrays.size(); i++) {
      var part = arrays.get(i);
      if (!part.shape().equals(first.shape())) {
        throw new ShapeException(
            "array needs rows of equal length, but row 0 has shape %s and row %d has %s."
                .formatted(first.shape(), i, part.shape()));
      }
      buffer.copyFrom(i * first.size(), part.buffer(), part.offset(), part.size());
    }
    return NdArray.of(aval, buffer);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
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
}

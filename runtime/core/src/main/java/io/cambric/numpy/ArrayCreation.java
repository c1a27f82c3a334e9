package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;

/** Arrays from shapes, ranges and Java arrays. */
final class ArrayCreation {

  private ArrayCreation() {}

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

  /** {@return an array whose values do not matter: zeros of the default floating dtype} */
  public static Array empty(int... dims) {
    return zeros(dims);
  }

  /** {@return an array whose values do not matter: zeros} */
  public static Array empty(Shape shape, DType dtype) {
    return zeros(shape, dtype);
  }

  /** {@return an array of the shape and dtype of x whose values do not matter: zeros} */
  public static Array emptyLike(Array x) {
    return zerosLike(x);
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

  /**
   * {@return an array of one value}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.full.html">jnp.full</a>
   */
  public static Array full(Shape shape, double value, DType dtype) {
    return Lax.full(new ShapedArray(shape, dtype), value);
  }

  /** {@return an array of one value, weakly typed: the default floating dtype, which gives way} */
  public static Array full(Shape shape, double value) {
    return Lax.full(new ShapedArray(shape, DType.defaultFloat(), true), value);
  }

  /** {@return an array of one whole number, of the default integer dtype, weakly typed} */
  public static Array full(Shape shape, int value) {
    return Lax.full(new ShapedArray(shape, DType.defaultInt(), true), value);
  }

  /** {@return a value repeated to a shape that it broadcasts to} */
  public static Array full(Shape shape, Array value) {
    return ShapeFunctions.broadcastTo(value, shape);
  }

  /** {@return an array of one value, of the shape and dtype of {@code x}} */
  public static Array fullLike(Array x, double value) {
    return Lax.full(x.aval(), value);
  }

  /** {@return 0, 1, ... to below {@code stop}, of the default integer dtype} */
  public static Array arange(int stop) {
    return arange(0, stop);
  }

  /** {@return {@code start} to below {@code stop}, of the default integer dtype} */
  public static Array arange(int start, int stop) {
    return arange(start, stop, 1, DType.defaultInt());
  }

  /** {@return {@code start} to before {@code stop} by steps, of the default integer dtype} */
  public static Array arange(int start, int stop, int step) {
    return arange(start, stop, step, DType.defaultInt());
  }

  /** {@return 0, 1, ... to below {@code stop}, of the default floating dtype} */
  public static Array arange(double stop) {
    return arange(0, stop, 1, DType.defaultFloat());
  }

  /**
   * {@return {@code start}, {@code start + 1}, ... to below {@code stop}, of the default floating
   * dtype}
   */
  public static Array arange(double start, double stop) {
    return arange(start, stop, 1, DType.defaultFloat());
  }

  /** {@return {@code start} to before {@code stop} by steps, of the default floating dtype} */
  public static Array arange(double start, double stop, double step) {
    return arange(start, stop, step, DType.defaultFloat());
  }

  /**
   * {@return {@code start + i * step}, computed in the dtype, from {@code start} to before {@code
   * stop}}
   *
   * @throws ShapeException if the step is 0, a number is not finite, or there are 2<sup>31</sup>
   *     elements or more
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.arange.html">jnp.arange</a>
   */
  public static Array arange(double start, double stop, double step, DType dtype) {
    int size = Sizes.steps("arange", start, stop, step);
    boolean half = dtype.isFloating() && dtype.bytes() == 2;
    var working = half ? DType.F32 : dtype;
    var indices = Lax.broadcastedIota(working, Shape.of(size), 0);
    var steps = step == 1 ? indices : Lax.mul(Operands.constant(indices, step), indices);
    var range = start == 0 ? steps : Lax.add(Operands.constant(indices, start), steps);
    return Lax.convertElementType(range, dtype);
  }

  /** {@return evenly spaced numbers along a new first axis, both ends included} */
  public static Array linspace(Array start, Array stop, int count) {
    return linspace(start, stop, count, true);
  }

  /** {@return {@code count} values from {@code start} to {@code stop}, both included} */
  public static Array linspace(double start, double stop, int count) {
    var dtype = DType.defaultFloat();
    return linspace(NdArray.scalar(dtype, start), NdArray.scalar(dtype, stop), count, true);
  }

  /**
   * {@return evenly spaced values along a new first axis}
   *
   * @param start the first values, broadcast with {@code stop}
   * @param stop the last values, or the ones just after the last
   * @param count how many, not negative
   * @param endpoint whether {@code stop} is the last one
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linspace.html">jnp.linspace</a>
   */
  public static Array linspace(Array start, Array stop, int count, boolean endpoint) {
    Sizes.notNegative("linspace", "count", count);
    var bounds = Operands.inexact(start, stop);
    var shape = Operands.broadcastShapes("linspace", List.of(start.shape(), stop.shape()));
    var first = Operands.broadcastTo(bounds.get(0), shape);
    var last = Operands.broadcastTo(bounds.get(1), shape);
    var dtype = first.dtype();
    if (count < 2) {
      return Operands.broadcastTo(first, shape.insert(0, count));
    }
    int intervals = endpoint ? count - 1 : count;
    var full = shape.insert(0, intervals);
    var iota = Lax.broadcastedIota(dtype, Shape.of(intervals), 0);
    var step =
        Lax.broadcastInDim(Lax.div(iota, Operands.constant(iota, intervals)), full, Axes.of(0));
    var values =
        Lax.add(
            Lax.mul(Operands.broadcastTo(first, full), Lax.sub(Operands.constant(iota, 1), step)),
            Lax.mul(Operands.broadcastTo(last, full), step));
    return endpoint
        ? Lax.concatenate(
            List.of(
                values,
                Lax.broadcastInDim(last, shape.insert(0, 1), Axes.range(1, shape.rank() + 1))),
            0)
        : values;
  }

  /** {@return a square matrix with ones on its diagonal, of the default floating dtype} */
  public static Array eye(int size) {
    return eye(size, size, 0, DType.defaultFloat());
  }

  /** {@return the identity matrix} */
  public static Array identity(int size) {
    return eye(size);
  }

  /** {@return a square matrix with ones on its diagonal} */
  public static Array identity(int size, DType dtype) {
    return eye(size, size, 0, dtype);
  }

  /**
   * {@return a matrix with ones on one diagonal}
   *
   * @param k which diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.eye.html">jnp.eye</a>
   */
  public static Array eye(int rows, int columns, int k, DType dtype) {
    var shape = matrix("eye", rows, columns);
    var row = Lax.broadcastedIota(DType.I32, shape, 0);
    var column = Lax.broadcastedIota(DType.I32, shape, 1);
    return Lax.convertElementType(Lax.eq(Lax.add(row, Operands.constant(row, k)), column), dtype);
  }

  /** {@return the square matrix of ones on the diagonal and below, zeros above} */
  public static Array tri(int size) {
    return tri(size, size, 0, DType.defaultFloat());
  }

  /**
   * {@return a matrix with ones at and below a diagonal}
   *
   * @param k which diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tri.html">jnp.tri</a>
   */
  public static Array tri(int rows, int columns, int k, DType dtype) {
    var shape = matrix("tri", rows, columns);
    var row = Lax.broadcastedIota(DType.I32, shape, 0);
    var column = Lax.broadcastedIota(DType.I32, shape, 1);
    return Lax.convertElementType(Lax.ge(Lax.add(row, Operands.constant(row, k)), column), dtype);
  }

  /** {@return the shape of a matrix that a function is to make} */
  static Shape matrix(String name, int rows, int columns) {
    return Shape.of(
        Sizes.notNegative(name, "number of rows", rows),
        Sizes.notNegative(name, "number of columns", columns));
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
            "array needs rows of one length, but row 0 has shape %s and row %d has %s."
                .formatted(first.shape(), i, part.shape()));
      }
      buffer.copyFrom(i * first.size(), part.buffer(), part.offset(), part.size());
    }
    return NdArray.of(aval, buffer);
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
   * {@return the dtype that two meet in}
   *
   * @see <a href="https://docs.jax.dev/en/latest/jep/9407-type-promotion.html">type promotion</a>
   */
  public static DType promoteTypes(DType a, DType b) {
    return Promotion.promoteTypes(a, b);
  }

  /** {@return the dtype of a result of these operands, of which some may be weak} */
  public static DType resultType(Array first, Array... others) {
    var operands = new ArrayList<Array>(List.of(others));
    operands.addFirst(first);
    return Promotion.resultType(operands).dtype();
  }
}

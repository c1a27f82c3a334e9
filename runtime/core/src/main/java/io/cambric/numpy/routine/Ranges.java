package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.numpy.result.LinspaceResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values at even steps, and grids of them. */
public final class Ranges {

  private Ranges() {}

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
   * {@return {@code start + i * step} from {@code start} to before {@code stop}, computed in the
   * dtype}
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
   * @param stop the last values, or the values just after the last
   * @param count number of values, not negative
   * @param endpoint whether {@code stop} is the last value
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

  /**
   * {@return evenly spaced values along a new axis}
   *
   * @param endpoint whether {@code stop} is the last value
   * @param dtype {@code null} for the floating dtype of the ends; integers are rounded down
   * @param axis the position of the new axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linspace.html">jnp.linspace</a>
   */
  public static Array linspace(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values = linspace(computed(start, dtype), computed(stop, dtype), count, endpoint);
    return moved(rounded(values, dtype), axis, "linspace");
  }

  /** {@return evenly spaced values, both ends included, in a dtype} */
  public static Array linspace(double start, double stop, int count, DType dtype) {
    return linspace(Creation.scalar(start), Creation.scalar(stop), count, true, dtype, 0);
  }

  /**
   * {@return evenly spaced values along a new axis, and the step between two}
   *
   * <p>These are the results of {@code jnp.linspace} with {@code retstep}.
   *
   * @param endpoint whether {@code stop} is the last value
   * @param dtype {@code null} for the floating dtype of the ends; integers are rounded down
   * @param axis the position of the new axis
   */
  public static LinspaceResult linspaceWithStep(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values = linspace(start, stop, count, endpoint, dtype, axis);
    var ends = Operands.inexact(computed(start, dtype), computed(stop, dtype));
    var difference = Arithmetic.subtract(ends.get(1), ends.get(0));
    int intervals = endpoint ? count - 1 : count;
    var step =
        intervals > 0
            ? Lax.div(difference, Operands.constant(difference, intervals))
            : Lax.mul(difference, Operands.constant(difference, Double.NaN));
    return new LinspaceResult(values, step);
  }

  /**
   * {@return {@code base} to the power of evenly spaced exponents, along a new axis}
   *
   * @param endpoint whether {@code stop} is the last exponent
   * @param dtype {@code null} for the floating dtype of the exponents
   * @param axis the position of the new axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.logspace.html">jnp.logspace</a>
   */
  public static Array logspace(
      Array start,
      Array stop,
      int count,
      boolean endpoint,
      double base,
      @Nullable DType dtype,
      int axis) {
    var values = logspace(computed(start, dtype), computed(stop, dtype), count, endpoint, base);
    return moved(converted(values, dtype), axis, "logspace");
  }

  /** {@return ten to the power of evenly spaced numbers, both ends included} */
  public static Array logspace(Array start, Array stop, int count) {
    return logspace(start, stop, count, true, 10);
  }

  /**
   * {@return {@code base} to the power of evenly spaced exponents, along a new first axis}
   *
   * @param start the first exponents, broadcast with {@code stop}
   * @param count number of values, not negative
   * @param endpoint whether {@code stop} is the last value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.logspace.html">jnp.logspace</a>
   */
  public static Array logspace(Array start, Array stop, int count, boolean endpoint, double base) {
    return Arithmetic.power(base, linspace(start, stop, count, endpoint));
  }

  /** {@return powers of ten with evenly spaced exponents, both included} */
  public static Array logspace(double start, double stop, int count) {
    return logspace(Creation.scalar(start), Creation.scalar(stop), count, true, 10);
  }

  /**
   * {@return values of equal ratios from {@code start} to {@code stop}, along a new axis}
   *
   * @param endpoint whether {@code stop} is the last value
   * @param dtype {@code null} for the floating dtype of the ends
   * @param axis the position of the new axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.geomspace.html">jnp.geomspace</a>
   */
  public static Array geomspace(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values = geomspace(computed(start, dtype), computed(stop, dtype), count, endpoint);
    return moved(converted(values, dtype), axis, "geomspace");
  }

  /** {@return numbers of equal ratios from start to stop, both included} */
  public static Array geomspace(Array start, Array stop, int count) {
    return geomspace(start, stop, count, true);
  }

  /**
   * {@return values of equal ratios from {@code start} to {@code stop}, along a new first axis}
   *
   * @param start the first values, broadcast with {@code stop}, with the same sign
   * @param count number of values, not negative
   * @param endpoint whether {@code stop} is the last value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.geomspace.html">jnp.geomspace</a>
   */
  public static Array geomspace(Array start, Array stop, int count, boolean endpoint) {
    var bounds = Operands.inexact(start, stop);
    var sign = Lax.sign(bounds.get(0));
    var low = Exponents.log10(Arithmetic.divide(bounds.get(0), sign));
    var high = Exponents.log10(Arithmetic.divide(bounds.get(1), sign));
    return Arithmetic.multiply(sign, logspace(low, high, count, endpoint, 10));
  }

  /** {@return values of equal ratios from {@code start} to {@code stop}, both included} */
  public static Array geomspace(double start, double stop, int count) {
    return geomspace(Creation.scalar(start), Creation.scalar(stop), count, true);
  }

  /**
   * {@return a grid of ranges, with one array of the whole grid for each along a new first axis; a
   * single range is returned itself}
   *
   * {@snippet :
   * Array grid = mgrid("0:3, 0:1:5j"); // f32[2,3,5]
   * }
   *
   * @param ranges {@code start:stop:step} for each axis; a step such as {@code 5j} is the number of
   *     values, with {@code stop} as the last
   * @throws io.cambric.errors.ShapeException if the text is not a list of ranges
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.mgrid.html">jnp.mgrid</a>
   */
  public static Array mgrid(String ranges) {
    var axes = GridRanges.parse("mgrid", ranges);
    if (axes.size() == 1) {
      return axes.getFirst();
    }
    var promoted = Operands.promoted(axes.toArray(Array[]::new));
    return Joining.stack(meshgrid(true, promoted.toArray(Array[]::new)), 0);
  }

  /**
   * {@return ranges that broadcast to a grid, one for each axis}
   *
   * @param ranges as in {@link #mgrid}
   * @throws io.cambric.errors.ShapeException if the text is not a list of ranges
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ogrid.html">jnp.ogrid</a>
   */
  public static List<Array> ogrid(String ranges) {
    var axes = GridRanges.parse("ogrid", ranges);
    var promoted = Operands.promoted(axes.toArray(Array[]::new));
    return axes.size() == 1 ? axes : meshgrid(true, true, promoted.toArray(Array[]::new));
  }

  /**
   * {@return an array for each vector, in which it varies along its own axis only: the first vector
   * along axis 1, the second along axis 0}
   */
  public static List<Array> meshgrid(Array... vectors) {
    return meshgrid(false, vectors);
  }

  /**
   * {@return an array for each vector, in which it varies along its own axis only}
   *
   * @param matrixIndexing whether the first vector runs along axis 0, not along axis 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.meshgrid.html">jnp.meshgrid</a>
   */
  public static List<Array> meshgrid(boolean matrixIndexing, Array... vectors) {
    return meshgrid(matrixIndexing, false, vectors);
  }

  /**
   * {@return an array for each vector, in which it varies along its own axis only}
   *
   * @param sparse whether all other axes have size 1; the arrays then broadcast to the grid
   */
  public static List<Array> meshgrid(boolean matrixIndexing, boolean sparse, Array... vectors) {
    int[] place = Axes.range(0, vectors.length).toArray();
    if (!matrixIndexing && vectors.length >= 2) {
      place[0] = 1;
      place[1] = 0;
    }
    int[] dims = new int[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      dims[place[i]] = sparse ? 1 : vectors[i].size();
    }
    var shape = Shape.of(dims);
    var grid = new ArrayList<Array>();
    for (int i = 0; i < vectors.length; i++) {
      var own = shape.with(place[i], vectors[i].size());
      grid.add(Lax.broadcastInDim(Shapes.ravel(vectors[i]), own, Axes.of(place[i])));
    }
    return grid;
  }

  private static Array computed(Array end, @Nullable DType dtype) {
    return dtype == null ? end : Lax.convertElementType(end, Promotion.toInexact(dtype));
  }

  private static Array converted(Array values, @Nullable DType dtype) {
    return dtype == null ? values : Lax.convertElementType(values, dtype);
  }

  private static Array rounded(Array values, @Nullable DType dtype) {
    return converted(dtype != null && dtype.isInteger() ? Lax.floor(values) : values, dtype);
  }

  private static Array moved(Array values, int axis, String name) {
    return Shapes.moveaxis(values, 0, Axes.normalize(axis, values.rank(), name));
  }
}

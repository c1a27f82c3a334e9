package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evenly spaced values with a dtype and an axis, and grids of ranges. */
final class SpacedFunctions {

  private SpacedFunctions() {}

  /**
   * {@return evenly spaced values along a new axis}
   *
   * @param endpoint whether {@code stop} is the last one
   * @param dtype {@code null} for the floating dtype of the ends; integers are rounded down
   * @param axis the place of the new axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linspace.html">jnp.linspace</a>
   */
  public static Array linspace(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values =
        ArrayCreation.linspace(computed(start, dtype), computed(stop, dtype), count, endpoint);
    return moved(rounded(values, dtype), axis, "linspace");
  }

  /** {@return evenly spaced values, both ends included, in a dtype} */
  public static Array linspace(double start, double stop, int count, DType dtype) {
    return linspace(ArrayCreation.scalar(start), ArrayCreation.scalar(stop), count, true, dtype, 0);
  }

  /**
   * {@return evenly spaced values along a new axis, and the step between two}
   *
   * <p>These are the results of {@code jnp.linspace} with {@code retstep}.
   *
   * @param endpoint whether {@code stop} is the last one
   * @param dtype {@code null} for the floating dtype of the ends; integers are rounded down
   * @param axis the place of the new axis
   */
  public static LinspaceResult linspaceWithStep(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values = linspace(start, stop, count, endpoint, dtype, axis);
    var ends = Operands.inexact(computed(start, dtype), computed(stop, dtype));
    var difference = ArithmeticFunctions.subtract(ends.get(1), ends.get(0));
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
   * @param axis the place of the new axis
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
    var values =
        GridCreation.logspace(computed(start, dtype), computed(stop, dtype), count, endpoint, base);
    return moved(converted(values, dtype), axis, "logspace");
  }

  /**
   * {@return values at one ratio from {@code start} to {@code stop}, along a new axis}
   *
   * @param endpoint whether {@code stop} is the last one
   * @param dtype {@code null} for the floating dtype of the ends
   * @param axis the place of the new axis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.geomspace.html">jnp.geomspace</a>
   */
  public static Array geomspace(
      Array start, Array stop, int count, boolean endpoint, @Nullable DType dtype, int axis) {
    var values =
        GridCreation.geomspace(computed(start, dtype), computed(stop, dtype), count, endpoint);
    return moved(converted(values, dtype), axis, "geomspace");
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
    return ShapeFunctions.moveaxis(values, 0, Axes.normalize(axis, values.rank(), name));
  }

  /**
   * {@return a grid of ranges, one array of the whole grid for each, along a new first axis; for
   * one range the range itself}
   *
   * {@snippet :
   * Array grid = mgrid("0:3, 0:1:5j"); // f32[2,3,5]
   * }
   *
   * @param ranges {@code start:stop:step} for each axis; a step such as {@code 5j} is the number of
   *     values, the last one being {@code stop}
   * @throws io.cambric.errors.ShapeException if it is no list of ranges
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.mgrid.html">jnp.mgrid</a>
   */
  public static Array mgrid(String ranges) {
    var axes = GridRanges.parse("mgrid", ranges);
    if (axes.size() == 1) {
      return axes.getFirst();
    }
    var promoted = Operands.promoted(axes.toArray(Array[]::new));
    return JoinFunctions.stack(GridCreation.meshgrid(true, promoted.toArray(Array[]::new)), 0);
  }

  /**
   * {@return ranges that broadcast to a grid, one for each axis}
   *
   * @param ranges as of {@link #mgrid}
   * @throws io.cambric.errors.ShapeException if it is no list of ranges
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ogrid.html">jnp.ogrid</a>
   */
  public static List<Array> ogrid(String ranges) {
    var axes = GridRanges.parse("ogrid", ranges);
    var promoted = Operands.promoted(axes.toArray(Array[]::new));
    return axes.size() == 1
        ? axes
        : GridCreation.meshgrid(true, true, promoted.toArray(Array[]::new));
  }
}

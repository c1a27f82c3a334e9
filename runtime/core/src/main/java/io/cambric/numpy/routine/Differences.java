package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Differences of neighbours, slopes, and integrals of samples. */
public final class Differences {

  private Differences() {}

  /** {@return differences of neighbours along the last axis} */
  public static Array diff(Array x) {
    return diff(x, 1);
  }

  /** {@return repeated differences of neighbours along the last axis} */
  public static Array diff(Array x, int times) {
    return diff(x, times, -1);
  }

  /** {@return repeated differences of neighbours along an axis} */
  public static Array diff(Array x, int times, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "diff");
    var differences = x;
    // Each difference removes one element, so the loop ends after as many differences as elements.
    for (int i = 0; i < Math.min(times, x.dim(dimension)); i++) {
      int size = differences.dim(dimension);
      var later = Operands.sliced(differences, dimension, Math.min(1, size), size);
      var earlier = Operands.sliced(differences, dimension, 0, Math.max(0, size - 1));
      differences = x.dtype() == DType.BOOL ? Lax.ne(later, earlier) : Lax.sub(later, earlier);
    }
    return differences;
  }

  /** {@return differences of neighbours after joining further elements to both ends of an axis} */
  public static Array diff(
      Array x, int times, int axis, @Nullable Array before, @Nullable Array after) {
    int dimension = Axes.normalize(axis, x.rank(), "diff");
    var parts = new ArrayList<Array>();
    for (var part : new Array[] {before, x, after}) {
      if (part != null) {
        parts.add(part.rank() == 0 ? Shapes.broadcastTo(part, x.shape().with(dimension, 1)) : part);
      }
    }
    return diff(Joining.concatenate(parts, dimension), times, dimension);
  }

  /** {@return differences of neighbours of the flattened array} */
  public static Array ediff1d(Array x) {
    return diff(Shapes.ravel(x), 1, 0);
  }

  /**
   * {@return differences of neighbours of the flattened array, with values before and after it}
   *
   * @param before converted to the dtype of x, or {@code null} for none
   * @param behind converted to the dtype of x, or {@code null} for none
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ediff1d.html">jnp.ediff1d</a>
   */
  public static Array ediff1d(Array x, @Nullable Array before, @Nullable Array behind) {
    var parts = new ArrayList<Array>();
    if (before != null) {
      parts.add(Shapes.ravel(before.astype(x.dtype())));
    }
    parts.add(ediff1d(x));
    if (behind != null) {
      parts.add(Shapes.ravel(behind.astype(x.dtype())));
    }
    return Joining.concatenate(parts, 0);
  }

  /**
   * {@return the slopes along an axis: central differences, and differences of neighbours at the
   * ends}
   *
   * @param spacing the distance of neighbours, a scalar, or the coordinates of the elements, a
   *     vector
   * @throws ShapeException if there are fewer than two elements, or the number of coordinates
   *     differs
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.gradient.html">jnp.gradient</a>
   */
  public static Array gradient(Array x, Array spacing, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "gradient");
    int size = x.dim(dimension);
    if (size < 2 || (spacing.rank() > 0 && !spacing.shape().equals(Shape.of(size)))) {
      throw new ShapeException(
          "gradient of %s along axis %d needs at least two elements, and a scalar spacing or one of %d elements, but got %s."
              .formatted(x.aval(), axis, size, spacing.aval()));
    }
    var operands = Operands.inexact(x, spacing);
    var values = operands.get(0);
    var steps = diff(values, 1, dimension);
    var first = Operands.sliced(steps, dimension, 0, 1);
    var last = Operands.sliced(steps, dimension, size - 2, size - 1);
    Array inner;
    if (spacing.rank() == 0) {
      var step = operands.get(1);
      var central =
          Arithmetic.subtract(
              Operands.sliced(values, dimension, 2, size),
              Operands.sliced(values, dimension, 0, size - 2));
      inner =
          Arithmetic.divide(Arithmetic.multiply(central, Operands.constant(central, 0.5)), step);
      first = Arithmetic.divide(first, step);
      last = Arithmetic.divide(last, step);
    } else {
      var widths = diff(along(operands.get(1), x.rank(), dimension), 1, dimension);
      first = Arithmetic.divide(first, Operands.sliced(widths, dimension, 0, 1));
      last = Arithmetic.divide(last, Operands.sliced(widths, dimension, size - 2, size - 1));
      inner = uneven(values, widths, dimension);
    }
    return Lax.concatenate(List.of(first, inner, last), dimension);
  }

  /** {@return the slopes along each axis, with neighbours at distance 1} */
  public static List<Array> gradient(Array x) {
    var slopes = new ArrayList<Array>();
    for (int axis = 0; axis < x.rank(); axis++) {
      slopes.add(gradient(x, Operands.constant(Operands.inexact(x), 1), axis));
    }
    return slopes;
  }

  /** {@return the integral along the last axis by the trapezoidal rule, at steps of one} */
  public static Array trapezoid(Array y) {
    return trapezoid(y, 1, -1);
  }

  /** {@return the integral along the last axis by the trapezoidal rule, at the points x} */
  public static Array trapezoid(Array y, Array x) {
    return trapezoid(y, x, -1);
  }

  /**
   * {@return the integral along an axis of samples at distance {@code dx}, by trapezoids}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.trapezoid.html">jnp.trapezoid</a>
   */
  public static Array trapezoid(Array y, double dx, int axis) {
    var real = Shapes.moveaxis(Operands.inexact(y), axis, -1);
    var ends =
        Arithmetic.multiply(
            Arithmetic.add(lastAxis(real, 0, 1), lastAxis(real, -1, 0)), half(real));
    return Arithmetic.multiply(
        Arithmetic.subtract(Sums.sum(real, -1), Shapes.squeeze(ends, -1)),
        Operands.constant(real, dx));
  }

  /** {@return the integral along an axis of samples at the points x, by trapezoids} */
  public static Array trapezoid(Array y, Array x, int axis) {
    var operands = Operands.inexact(y, x);
    var values = Shapes.moveaxis(operands.get(0), axis, -1);
    var places = operands.get(1);
    var steps =
        x.rank() == 1 ? diff(places, 1, 0) : Shapes.moveaxis(diff(places, 1, axis), axis, -1);
    var pairs = Arithmetic.add(lastAxis(values, 1, 0), lastAxis(values, 0, -1));
    return Arithmetic.multiply(Sums.sum(Arithmetic.multiply(steps, pairs), -1), half(values));
  }

  private static Array along(Array vector, int rank, int axis) {
    return Shapes.expandDims(vector, Axes.of(axis).complement(rank).toArray());
  }

  /** The parabola through three neighbours has this slope at the middle one. */
  private static Array uneven(Array x, Array widths, int axis) {
    int size = x.dim(axis);
    var before = Operands.sliced(widths, axis, 0, size - 2);
    var after = Operands.sliced(widths, axis, 1, size - 1);
    var both = Arithmetic.add(before, after);
    var ofPrevious =
        Arithmetic.divide(Arithmetic.negative(after), Arithmetic.multiply(before, both));
    var ofMiddle =
        Arithmetic.divide(Arithmetic.subtract(after, before), Arithmetic.multiply(before, after));
    var ofNext = Arithmetic.divide(before, Arithmetic.multiply(after, both));
    return Arithmetic.add(
        Arithmetic.add(
            Arithmetic.multiply(ofPrevious, Operands.sliced(x, axis, 0, size - 2)),
            Arithmetic.multiply(ofMiddle, Operands.sliced(x, axis, 1, size - 1))),
        Arithmetic.multiply(ofNext, Operands.sliced(x, axis, 2, size)));
  }

  private static Array half(Array like) {
    return Operands.constant(like, 0.5);
  }

  /**
   * {@return the slice of the last axis between two positions, which count from the end unless
   * positive}
   */
  private static Array lastAxis(Array x, int from, int to) {
    int size = x.dim(-1);
    return Lax.sliceInDim(
        x, from < 0 ? size + from : from, to <= 0 ? size + to : to, 1, x.rank() - 1);
  }
}

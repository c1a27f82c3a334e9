package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Choice among several arrays or functions, and differences of neighbours. */
final class SelectionFunctions {

  private SelectionFunctions() {}

  /**
   * {@return at each point the element of one of several arrays}
   *
   * @param index which, an integer at each point; broadcast with the choices
   * @param mode {@code CLIP}, {@code WRAP} or {@code PROMISE_IN_BOUNDS} for indices outside
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.choose.html">jnp.choose</a>
   */
  public static Array choose(Array index, List<? extends Array> choices, GatherMode mode) {
    Operands.requireInteger("choose", "an index", index);
    int count = choices.size();
    if (count == 0) {
      throw new ShapeException("choose needs one choice at least, but got none.");
    }
    var which =
        mode == GatherMode.WRAP
            ? ArithmeticFunctions.mod(index, count)
            : ArithmeticFunctions.clip(index, 0, count - 1);
    return chosen("choose", which.astype(DType.I32), choices);
  }

  private static Array chosen(String name, Array which, List<? extends Array> choices) {
    var operands = new ArrayList<Array>();
    operands.add(which);
    operands.addAll(Operands.promoted(choices.toArray(Array[]::new)));
    var broadcast = Operands.broadcast(name, operands);
    return Lax.selectN(broadcast.getFirst(), broadcast.subList(1, broadcast.size()));
  }

  /** {@return elements of the first choice whose condition holds, zero where none does} */
  public static Array select(List<? extends Array> conditions, List<? extends Array> choices) {
    return select(conditions, choices, 0);
  }

  /**
   * {@return at each point the element of the first choice whose condition is true there}
   *
   * @param otherwise where none is
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.select.html">jnp.select</a>
   */
  public static Array select(
      List<? extends Array> conditions, List<? extends Array> choices, Array otherwise) {
    requireChoices(conditions, choices);
    var cases = new ArrayList<Array>(choices);
    cases.add(otherwise);
    cases = new ArrayList<>(Operands.promoted(cases.toArray(Array[]::new)));
    var result = cases.getLast();
    for (int i = choices.size() - 1; i >= 0; i--) {
      result = WhereFunctions.where(conditions.get(i), cases.get(i), result);
    }
    return result;
  }

  /** {@return as the other select, with a number where no condition is true} */
  public static Array select(
      List<? extends Array> conditions, List<? extends Array> choices, double otherwise) {
    requireChoices(conditions, choices);
    return select(conditions, choices, Operands.number(choices.getFirst(), otherwise));
  }

  private static void requireChoices(
      List<? extends Array> conditions, List<? extends Array> choices) {
    if (conditions.size() != choices.size() || conditions.isEmpty()) {
      throw new ShapeException(
          "select needs one choice for each of one condition or more, but got %d conditions and %d choices."
              .formatted(conditions.size(), choices.size()));
    }
  }

  /**
   * {@return at each point what the function of the last condition that is true there makes of x}
   *
   * <p>All functions see all of x: where the derivative of one that is not taken is infinite, the
   * result's is NaN.
   *
   * @param functions elementwise, one for each condition, and perhaps one more for where none is
   *     true; without it 0 stands there
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.piecewise.html">jnp.piecewise</a>
   */
  public static Array piecewise(
      Array x, List<? extends Array> conditions, List<UnaryOperator<Array>> functions) {
    int count = conditions.size();
    if (functions.size() != count && functions.size() != count + 1) {
      throw new ShapeException(
          "piecewise of %d conditions needs %d functions, or one more, but got %d."
              .formatted(count, count, functions.size()));
    }
    Array result =
        functions.size() > count ? functions.getLast().apply(x) : ArrayCreation.zerosLike(x);
    result = result.astype(x.dtype());
    for (int i = 0; i < count; i++) {
      result =
          WhereFunctions.where(
              conditions.get(i), functions.get(i).apply(x).astype(x.dtype()), result);
    }
    return ShapeFunctions.broadcastTo(result, x.shape());
  }

  /**
   * {@return a function of each vector along an axis, its results along the same axis}
   *
   * @param function from a vector to a scalar or an array
   */
  public static Array applyAlongAxis(ArrayFn function, int axis, Array x) {
    int dimension = Axes.normalize(axis, x.rank(), "apply_along_axis");
    ArrayFn mapped = function;
    for (int i = 1; i < x.rank() - dimension; i++) {
      mapped = Transforms.vmap(mapped).inAxes(i).outAxes(-1);
    }
    for (int i = 0; i < dimension; i++) {
      mapped = Transforms.vmap(mapped);
    }
    return mapped.apply(x);
  }

  /**
   * {@return x after a function was applied along several axes, one after the other}
   *
   * <p>An axis that the function takes away comes back with size 1, so that places of the others
   * stay.
   *
   * @param function of an array and an axis
   * @throws ShapeException if the function gives an array with another number of axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.apply_over_axes.html">jnp.apply_over_axes</a>
   */
  public static Array applyOverAxes(
      BiFunction<Array, Integer, Array> function, Array x, int... axes) {
    var value = x;
    for (int axis : axes) {
      var result = function.apply(value, axis);
      if (result.rank() != value.rank() && result.rank() != value.rank() - 1) {
        throw new ShapeException(
            "apply_over_axes needs a function that keeps the number of axes or takes one away, but it made %s of %s along axis %d."
                .formatted(result.aval(), value.aval(), axis));
      }
      value = result.rank() == value.rank() ? result : ShapeFunctions.expandDims(result, axis);
    }
    return value;
  }

  /** {@return differences of neighbours of the flattened array} */
  public static Array ediff1d(Array x) {
    return SortFunctions.diff(ShapeFunctions.ravel(x), 1, 0);
  }

  /**
   * {@return the slopes along an axis: by central differences, at the ends by those of neighbours}
   *
   * @param spacing distance of neighbours, a scalar; or the places of the elements, a vector
   * @throws ShapeException if there are fewer than two elements, or not one place for each
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.gradient.html">jnp.gradient</a>
   */
  public static Array gradient(Array x, Array spacing, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "gradient");
    int size = x.dim(dimension);
    if (size < 2 || (spacing.rank() > 0 && !spacing.shape().equals(Shape.of(size)))) {
      throw new ShapeException(
          "gradient of %s along axis %d needs two elements at least and a spacing that is a scalar or has %d elements, but got %s."
              .formatted(x.aval(), axis, size, spacing.aval()));
    }
    var operands = Operands.inexact(x, spacing);
    var values = operands.get(0);
    var steps = SortFunctions.diff(values, 1, dimension);
    var first = JoinFunctions.sliced(steps, dimension, 0, 1);
    var last = JoinFunctions.sliced(steps, dimension, size - 2, size - 1);
    Array inner;
    if (spacing.rank() == 0) {
      var step = operands.get(1);
      var central =
          ArithmeticFunctions.subtract(
              JoinFunctions.sliced(values, dimension, 2, size),
              JoinFunctions.sliced(values, dimension, 0, size - 2));
      inner =
          ArithmeticFunctions.divide(
              ArithmeticFunctions.multiply(central, Operands.constant(central, 0.5)), step);
      first = ArithmeticFunctions.divide(first, step);
      last = ArithmeticFunctions.divide(last, step);
    } else {
      var widths = SortFunctions.diff(along(operands.get(1), x.rank(), dimension), 1, dimension);
      first = ArithmeticFunctions.divide(first, JoinFunctions.sliced(widths, dimension, 0, 1));
      last =
          ArithmeticFunctions.divide(
              last, JoinFunctions.sliced(widths, dimension, size - 2, size - 1));
      inner = uneven(values, widths, dimension);
    }
    return Lax.concatenate(List.of(first, inner, last), dimension);
  }

  private static Array along(Array vector, int rank, int axis) {
    return ShapeFunctions.expandDims(vector, Axes.of(axis).complement(rank).toArray());
  }

  /** The parabola through three neighbours has this slope at the middle one. */
  private static Array uneven(Array x, Array widths, int axis) {
    int size = x.dim(axis);
    var before = JoinFunctions.sliced(widths, axis, 0, size - 2);
    var after = JoinFunctions.sliced(widths, axis, 1, size - 1);
    var both = ArithmeticFunctions.add(before, after);
    var ofPrevious =
        ArithmeticFunctions.divide(
            ArithmeticFunctions.negative(after), ArithmeticFunctions.multiply(before, both));
    var ofMiddle =
        ArithmeticFunctions.divide(
            ArithmeticFunctions.subtract(after, before),
            ArithmeticFunctions.multiply(before, after));
    var ofNext = ArithmeticFunctions.divide(before, ArithmeticFunctions.multiply(after, both));
    return ArithmeticFunctions.add(
        ArithmeticFunctions.add(
            ArithmeticFunctions.multiply(ofPrevious, JoinFunctions.sliced(x, axis, 0, size - 2)),
            ArithmeticFunctions.multiply(ofMiddle, JoinFunctions.sliced(x, axis, 1, size - 1))),
        ArithmeticFunctions.multiply(ofNext, JoinFunctions.sliced(x, axis, 2, size)));
  }

  /** {@return the slopes along each axis, neighbours at distance 1} */
  public static List<Array> gradient(Array x) {
    var slopes = new ArrayList<Array>();
    for (int axis = 0; axis < x.rank(); axis++) {
      slopes.add(gradient(x, Operands.constant(Operands.inexact(x), 1), axis));
    }
    return slopes;
  }

  /** {@return angles in radians along the last axis, without jumps of a full circle} */
  public static Array unwrap(Array x) {
    return unwrap(x, 2 * Math.PI, -1);
  }

  /**
   * {@return angles along an axis with whole periods added, so that neighbours differ by half a
   * period at most}
   *
   * @param period in the unit of the angles
   */
  public static Array unwrap(Array x, double period, int axis) {
    int dimension = Axes.normalize(axis, x.rank(), "unwrap");
    int size = x.dim(dimension);
    if (size == 0) {
      return x;
    }
    var steps = SortFunctions.diff(x, 1, dimension);
    var half = Operands.number(steps, period / 2);
    var near =
        ArithmeticFunctions.subtract(
            ArithmeticFunctions.mod(
                ArithmeticFunctions.add(steps, half), Operands.number(steps, period)),
            half);
    var up =
        WhereFunctions.logicalAnd(
            WhereFunctions.equal(near, ArithmeticFunctions.negative(half)),
            WhereFunctions.greater(steps, scalarZero(steps)));
    var turned = WhereFunctions.where(up, half, near);
    var correction =
        WhereFunctions.where(
            WhereFunctions.less(ArithmeticFunctions.abs(steps), half),
            0,
            ArithmeticFunctions.subtract(turned, steps));
    var rest =
        ArithmeticFunctions.add(
            JoinFunctions.sliced(x, dimension, 1, size),
            SortFunctions.cumsum(correction, dimension));
    return JoinFunctions.concatenate(
        List.of(JoinFunctions.sliced(x, dimension, 0, 1), rest), dimension);
  }

  private static Array scalarZero(Array like) {
    return Operands.constant(like, 0);
  }

  /**
   * {@return differences of neighbours of the flattened array, with values before and behind}
   *
   * @param before converted to the dtype of x, or {@code null} for none
   * @param behind converted to the dtype of x, or {@code null} for none
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ediff1d.html">jnp.ediff1d</a>
   */
  public static Array ediff1d(Array x, @Nullable Array before, @Nullable Array behind) {
    var parts = new ArrayList<Array>();
    if (before != null) {
      parts.add(ShapeFunctions.ravel(before.astype(x.dtype())));
    }
    parts.add(ediff1d(x));
    if (behind != null) {
      parts.add(ShapeFunctions.ravel(behind.astype(x.dtype())));
    }
    return JoinFunctions.concatenate(parts, 0);
  }
}

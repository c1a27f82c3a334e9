package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.IndexGrids;
import io.cambric.numpy.routine.Shapes;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Functions applied along axes and piecewise, and functions mapped over leading axes that
 * broadcast.
 */
final class FunctionalProgramming {

  private FunctionalProgramming() {}

  /**
   * {@return a function of scalars, mapped over all axes of its argument}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vectorize.html">jnp.vectorize</a>
   */
  public static ArrayFn vectorize(ArrayFn function) {
    var mapped = Vectorize.of(args -> List.of(function.apply(args.get(0))));
    return x -> single(mapped, x);
  }

  /**
   * {@return a function mapped over the leading axes of its argument}
   *
   * @param signature the core axes, such as {@code (n)->()}
   * @throws io.cambric.errors.ShapeException if the text is not a signature
   */
  public static ArrayFn vectorize(ArrayFn function, String signature) {
    var mapped =
        Vectorize.of(args -> List.of(function.apply(args.get(0)))).withSignature(signature);
    return x -> single(mapped, x);
  }

  /** {@return a function of two scalars, mapped over all axes with broadcasting} */
  public static ArrayFn2 vectorize(ArrayFn2 function) {
    var mapped = Vectorize.of(args -> List.of(function.apply(args.get(0), args.get(1))));
    return (x, y) -> single(mapped, x, y);
  }

  /**
   * {@return a function of two arrays, mapped over the leading axes with broadcasting}
   *
   * @param signature the core axes, such as {@code (n),(m,n)->(m)}
   * @throws io.cambric.errors.ShapeException if the text is not a signature
   */
  public static ArrayFn2 vectorize(ArrayFn2 function, String signature) {
    var mapped =
        Vectorize.of(args -> List.of(function.apply(args.get(0), args.get(1))))
            .withSignature(signature);
    return (x, y) -> single(mapped, x, y);
  }

  /**
   * {@return a function of two scalars, mapped over arrays, with its reductions}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.frompyfunc.html">jnp.frompyfunc</a>
   */
  public static Ufunc frompyfunc(ArrayFn2 function) {
    return new Ufunc(function, null);
  }

  /**
   * {@return a function of two scalars, mapped over arrays, with its reductions}
   *
   * @param identity the initial value of a reduction, such as 0 for sums
   */
  public static Ufunc frompyfunc(ArrayFn2 function, double identity) {
    return new Ufunc(function, identity);
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
   * {@return the values of a function at all indices of a shape}
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
    var places = IndexGrids.indicesSparse(shape, dtype);
    return Vectorize.of(args -> List.of(function.apply(args))).apply(places).getFirst();
  }

  /**
   * {@return at each element of x, the function of the last condition that is true there}
   *
   * <p>All functions are computed on all of x. If the derivative of an unselected function is
   * infinite, the derivative of the result is NaN.
   *
   * @param functions elementwise functions, one for each condition, and optionally one more for
   *     elements without a true condition; the default is 0
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
    Array result = functions.size() > count ? functions.getLast().apply(x) : Creation.zerosLike(x);
    result = result.astype(x.dtype());
    for (int i = 0; i < count; i++) {
      result =
          ElementSelection.where(
              conditions.get(i), functions.get(i).apply(x).astype(x.dtype()), result);
    }
    return Shapes.broadcastTo(result, x.shape());
  }

  /**
   * {@return a function of each vector along an axis, with its results along the same axis}
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
   * {@return the result of a function applied to x along several axes, one after another}
   *
   * <p>An axis that the function removes is restored with size 1, so the other axes keep their
   * positions.
   *
   * @param function of an array and an axis
   * @throws ShapeException if the function returns an array with another number of axes
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
            "apply_over_axes needs a function that keeps or reduces the axis, but it made %s of %s along axis %d."
                .formatted(result.aval(), value.aval(), axis));
      }
      value = result.rank() == value.rank() ? result : Shapes.expandDims(result, axis);
    }
    return value;
  }

  private static Array single(Vectorize mapped, Array... arguments) {
    return mapped.apply(arguments).getFirst();
  }
}

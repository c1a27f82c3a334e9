package io.cambric.numpy;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Convolutions of vectors, powers, integrals of samples, cross products, covariances. */
final class SignalFunctions {

  private static final ConvDims VECTORS = ConvDims.of("NCH", "OIH", "NCH");

  private SignalFunctions() {}

  /** {@return the convolution of two vectors, at every place where they overlap} */
  public static Array convolve(Array x, Array y) {
    return convolve(x, y, ConvolveMode.FULL);
  }

  /**
   * {@return the convolution of two vectors: sums of products, one of them read backwards}
   *
   * @throws ShapeException if one is no vector or has no elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.convolve.html">jnp.convolve</a>
   */
  public static Array convolve(Array x, Array y, ConvolveMode mode) {
    requireVectors("convolve", x, y);
    var operands = Operands.inexact(x, y);
    boolean swap = x.dim(0) < y.dim(0);
    var kernel = Lax.rev(operands.get(swap ? 0 : 1), Axes.of(0));
    return slid(operands.get(swap ? 1 : 0), kernel, mode);
  }

  /** {@return the sums of products where the shorter vector lies within the longer one} */
  public static Array correlate(Array x, Array y) {
    return correlate(x, y, ConvolveMode.VALID);
  }

  /**
   * {@return the sums of products of one vector and another that is moved along it}
   *
   * @throws ShapeException if one is no vector or has no elements
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.correlate.html">jnp.correlate</a>
   */
  public static Array correlate(Array x, Array y, ConvolveMode mode) {
    requireVectors("correlate", x, y);
    var operands = Operands.inexact(x, y);
    return x.dim(0) < y.dim(0)
        ? Lax.rev(slid(operands.get(1), operands.get(0), mode), Axes.of(0))
        : slid(operands.get(0), operands.get(1), mode);
  }

  private static void requireVectors(String name, Array x, Array y) {
    if (x.rank() != 1 || y.rank() != 1 || x.size() == 0 || y.size() == 0) {
      throw new ShapeException(
          "%s needs two vectors that are not empty, but got %s and %s."
              .formatted(name, x.aval(), y.aval()));
    }
  }

  private static Array slid(Array x, Array kernel, ConvolveMode mode) {
    int size = kernel.dim(0);
    var padding =
        switch (mode) {
          case FULL -> Padding.of(Axes.of(size - 1), Axes.of(size - 1));
          case SAME -> Padding.of(Axes.of(size / 2), Axes.of(size - size / 2 - 1));
          case VALID -> Padding.VALID;
        };
    var front = Axes.of(0, 1);
    var result =
        Lax.conv(
            Lax.expandDims(x, front), Lax.expandDims(kernel, front), Axes.of(1), padding, VECTORS);
    return Lax.squeeze(result, front);
  }

  /** {@return the square Vandermonde matrix, the highest powers first} */
  public static Array vander(Array x) {
    return vander(x, x.size(), false);
  }

  /**
   * {@return the powers of each element of a vector, from {@code columns - 1} down to 0, or up to
   * it}
   *
   * @throws ShapeException if x is no vector
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vander.html">jnp.vander</a>
   */
  public static Array vander(Array x, int columns, boolean increasing) {
    if (x.rank() != 1 || columns < 0) {
      throw new ShapeException(
          "vander needs a vector and columns that are not negative, but got %s and %d."
              .formatted(x.aval(), columns));
    }
    var powers = Lax.iota(x.dtype(), columns);
    var ordered = increasing ? powers : Lax.rev(powers, Axes.of(0));
    return ArithmeticFunctions.power(
        ShapeFunctions.expandDims(x, 1), ShapeFunctions.expandDims(ordered, 0));
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
    var real = ShapeFunctions.moveaxis(Operands.inexact(y), axis, -1);
    var ends =
        ArithmeticFunctions.multiply(
            ArithmeticFunctions.add(lastAxis(real, 0, 1), lastAxis(real, -1, 0)), half(real));
    return ArithmeticFunctions.multiply(
        ArithmeticFunctions.subtract(
            ReductionFunctions.sum(real, -1), ShapeFunctions.squeeze(ends, -1)),
        Operands.constant(real, dx));
  }

  /** {@return the integral along an axis of samples at places x, by trapezoids} */
  public static Array trapezoid(Array y, Array x, int axis) {
    var operands = Operands.inexact(y, x);
    var values = ShapeFunctions.moveaxis(operands.get(0), axis, -1);
    var places = operands.get(1);
    var steps =
        x.rank() == 1
            ? SortFunctions.diff(places, 1, 0)
            : ShapeFunctions.moveaxis(SortFunctions.diff(places, 1, axis), axis, -1);
    var pairs = ArithmeticFunctions.add(lastAxis(values, 1, 0), lastAxis(values, 0, -1));
    return ArithmeticFunctions.multiply(
        ReductionFunctions.sum(ArithmeticFunctions.multiply(steps, pairs), -1), half(values));
  }

  private static Array half(Array like) {
    return Operands.constant(like, 0.5);
  }

  /** {@return the part of the last axis between two positions, from the end unless positive} */
  private static Array lastAxis(Array x, int from, int to) {
    int size = x.dim(-1);
    return Lax.sliceInDim(
        x, from < 0 ? size + from : from, to <= 0 ? size + to : to, 1, x.rank() - 1);
  }

  /** {@return the cross product along the last axis} */
  public static Array cross(Array x, Array y) {
    return cross(x, y, -1);
  }

  /** {@return the cross product along an axis} */
  public static Array cross(Array x, Array y, int axis) {
    return cross(x, y, axis, axis, axis);
  }

  /**
   * {@return the cross product: of vectors of three elements the vector at right angles to both; of
   * vectors of two elements its third element alone}
   *
   * @param xAxis axis of the vectors of x
   * @param yAxis axis of the vectors of y
   * @param resultAxis axis of the vectors of the result, if there are
   * @throws ShapeException if the vectors have neither two nor three elements
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cross.html">jnp.cross</a>
   */
  public static Array cross(Array x, Array y, int xAxis, int yAxis, int resultAxis) {
    var a = ShapeFunctions.moveaxis(x, xAxis, 0);
    var b = ShapeFunctions.moveaxis(y, yAxis, 0);
    boolean fits = (a.dim(0) == 2 || a.dim(0) == 3) && (b.dim(0) == 2 || b.dim(0) == 3);
    if (!fits) {
      throw new ShapeException(
          "cross needs vectors of 2 or 3 elements, but got axis %d of %s and %d of %s."
              .formatted(xAxis, x.aval(), yAxis, y.aval()));
    }
    if (a.dim(0) == 2 && b.dim(0) == 2) {
      return minor(a, b, 0, 1);
    }
    var parts = List.of(minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1));
    return ShapeFunctions.moveaxis(JoinFunctions.stack(parts, 0), 0, resultAxis);
  }

  private static Array minor(Array a, Array b, int i, int j) {
    return ArithmeticFunctions.subtract(
        ArithmeticFunctions.multiply(component(a, i), component(b, j)),
        ArithmeticFunctions.multiply(component(a, j), component(b, i)));
  }

  private static Array component(Array x, int i) {
    return i < x.dim(0) ? IndexFunctions.get(x, i) : Operands.constant(IndexFunctions.get(x, 0), 0);
  }

  /** {@return the covariances of variables, one a row, over observations, one a column} */
  public static Array cov(Array x) {
    return cov(x, null, true, 1, null, null);
  }

  /**
   * {@return the covariances of variables}
   *
   * <p>Shapes: {@code [n, m] -> [n, n]}, and {@code [m] -> []}.
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether a row is a variable, and not a column
   * @param ddof what is subtracted from the number of observations in the divisor
   * @param frequencies how often each observation counts, integers, or {@code null} for once
   * @param weights how much each observation counts, or {@code null} for 1
   * @throws ShapeException if an operand has more than two axes
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cov.html">jnp.cov</a>
   */
  public static Array cov(
      Array x,
      @Nullable Array y,
      boolean rowVariables,
      double ddof,
      @Nullable Array frequencies,
      @Nullable Array weights) {
    var variables = variables(x, y, rowVariables);
    int count = variables.dim(1);
    if (variables.dim(0) == 0 || count == 0) {
      int rows = variables.dim(0);
      var shape = rows == 1 ? Shape.scalar() : Shape.of(rows, rows);
      return Lax.full(variables.aval().withShape(shape).strong(), Double.NaN);
    }
    if (frequencies != null) {
      Operands.requireInteger("cov", "frequencies", frequencies);
    }
    var weight = weight(frequencies, weights);
    if (weight == null) {
      var centred =
          ArithmeticFunctions.subtract(
              variables, ReductionFunctions.mean(variables, Axes.of(1), true));
      var products = ProductFunctions.matmul(centred, ShapeFunctions.matrixTranspose(centred));
      return ShapeFunctions.squeeze(
          ArithmeticFunctions.divide(products, Operands.number(products, count - ddof)));
    }
    var total = ReductionFunctions.sum(weight);
    var mean =
        ArithmeticFunctions.divide(
            ReductionFunctions.sum(
                ArithmeticFunctions.multiply(variables, weight), Axes.of(1), true),
            total);
    var centred = ArithmeticFunctions.subtract(variables, mean);
    var products =
        ProductFunctions.matmul(
            centred, ShapeFunctions.matrixTranspose(ArithmeticFunctions.multiply(centred, weight)));
    var degrees = Operands.number(products, ddof);
    var lost =
        weights == null
            ? degrees
            : ArithmeticFunctions.multiply(
                degrees,
                ArithmeticFunctions.divide(
                    ReductionFunctions.sum(
                        ArithmeticFunctions.multiply(weight, ArithmeticFunctions.abs(weights))),
                    total));
    return ShapeFunctions.squeeze(
        ArithmeticFunctions.divide(products, ArithmeticFunctions.subtract(total, lost)));
  }

  private static Array variables(Array x, @Nullable Array y, boolean rowVariables) {
    if (x.rank() > 2 || (y != null && y.rank() > 2)) {
      throw new ShapeException(
          "cov needs arrays of at most two axes, but got %s%s."
              .formatted(x.aval(), y == null ? "" : " and " + y.aval()));
    }
    if (y == null) {
      var real = Operands.inexact(x);
      return rowVariables || x.rank() < 2
          ? ShapeFunctions.atleast2d(real)
          : ShapeFunctions.matrixTranspose(real);
    }
    var both = Operands.inexact(x, y);
    var first = ShapeFunctions.atleast2d(both.get(0));
    var second = ShapeFunctions.atleast2d(both.get(1));
    return JoinFunctions.concatenate(
        List.of(
            rowVariables || x.rank() < 2 ? first : ShapeFunctions.matrixTranspose(first),
            rowVariables || second.dim(0) == 1 ? second : ShapeFunctions.matrixTranspose(second)),
        0);
  }

  private static @Nullable Array weight(@Nullable Array frequencies, @Nullable Array weights) {
    if (frequencies == null) {
      return weights == null ? null : ArithmeticFunctions.abs(weights);
    }
    return weights == null
        ? ArithmeticFunctions.abs(frequencies)
        : ArithmeticFunctions.multiply(
            ArithmeticFunctions.abs(frequencies), ArithmeticFunctions.abs(weights));
  }

  /** {@return the correlation coefficients of variables, one a row} */
  public static Array corrcoef(Array x) {
    return corrcoef(x, null, true);
  }

  /**
   * {@return the covariances of variables over the roots of their variances, clipped to [-1, 1]}
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether a row is a variable, and not a column
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.corrcoef.html">jnp.corrcoef</a>
   */
  public static Array corrcoef(Array x, @Nullable Array y, boolean rowVariables) {
    var covariance = cov(x, y, rowVariables, 1, null, null);
    if (covariance.rank() == 0) {
      return ArithmeticFunctions.divide(covariance, covariance);
    }
    var deviation = MathFunctions.sqrt(IndexFunctions.diagonal(covariance, 0, 0, 1));
    return ArithmeticFunctions.clip(
        ArithmeticFunctions.divide(
            ArithmeticFunctions.divide(covariance, ShapeFunctions.expandDims(deviation, 1)),
            ShapeFunctions.expandDims(deviation, 0)),
        -1,
        1);
  }
}

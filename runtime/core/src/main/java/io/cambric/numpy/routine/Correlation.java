package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Covariances and correlation coefficients. */
public final class Correlation {

  private Correlation() {}

  /** {@return the covariances of variables, one per row, over observations, one per column} */
  public static Array cov(Array x) {
    return cov(x, null, true, 1, null, null);
  }

  /**
   * {@return the covariances of variables}
   *
   * <p>Shapes: {@code [n, m] -> [n, n]}, and {@code [m] -> []}.
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether rows are variables, instead of columns
   * @param ddof subtracted from the number of observations in the divisor
   * @param frequencies how often each observation counts, integers, or {@code null} for once
   * @param weights the weight of each observation, or {@code null} for 1
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
      var centred = Arithmetic.subtract(variables, Averages.mean(variables, Axes.of(1), true));
      var products = Products.matmul(centred, Shapes.matrixTranspose(centred));
      return Shapes.squeeze(Arithmetic.divide(products, Operands.number(products, count - ddof)));
    }
    var total = Sums.sum(weight);
    var mean =
        Arithmetic.divide(
            Sums.sum(Arithmetic.multiply(variables, weight), Axes.of(1), true), total);
    var centred = Arithmetic.subtract(variables, mean);
    var products =
        Products.matmul(centred, Shapes.matrixTranspose(Arithmetic.multiply(centred, weight)));
    var degrees = Operands.number(products, ddof);
    var lost =
        weights == null
            ? degrees
            : Arithmetic.multiply(
                degrees,
                Arithmetic.divide(
                    Sums.sum(Arithmetic.multiply(weight, Arithmetic.abs(weights))), total));
    return Shapes.squeeze(Arithmetic.divide(products, Arithmetic.subtract(total, lost)));
  }

  /**
   * {@return the covariances of variables, computed in a dtype}
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether rows are variables, instead of columns
   * @param ddof subtracted from the number of observations in the divisor
   * @param frequencies how often each observation counts, integers, or {@code null} for once
   * @param weights the weight of each observation, or {@code null} for 1
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.cov.html">jnp.cov</a>
   */
  public static Array cov(
      Array x,
      @Nullable Array y,
      boolean rowVariables,
      double ddof,
      @Nullable Array frequencies,
      @Nullable Array weights,
      DType dtype) {
    var more = y == null ? null : Lax.convertElementType(y, dtype);
    return cov(Lax.convertElementType(x, dtype), more, rowVariables, ddof, frequencies, weights);
  }

  /** {@return the correlation coefficients of variables, one per row} */
  public static Array corrcoef(Array x) {
    return corrcoef(x, null, true);
  }

  /**
   * {@return the covariances of variables over the roots of their variances, clipped to [-1, 1]}
   *
   * @param y more variables, or {@code null}
   * @param rowVariables whether rows are variables, instead of columns
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.corrcoef.html">jnp.corrcoef</a>
   */
  public static Array corrcoef(Array x, @Nullable Array y, boolean rowVariables) {
    var covariance = cov(x, y, rowVariables, 1, null, null);
    if (covariance.rank() == 0) {
      return Arithmetic.divide(covariance, covariance);
    }
    var deviation = Exponents.sqrt(ElementSelection.diagonal(covariance, 0, 0, 1));
    return Extrema.clip(
        Arithmetic.divide(
            Arithmetic.divide(covariance, Shapes.expandDims(deviation, 1)),
            Shapes.expandDims(deviation, 0)),
        -1,
        1);
  }

  /** {@return the correlation coefficients of variables, computed in a dtype} */
  public static Array corrcoef(Array x, @Nullable Array y, boolean rowVariables, DType dtype) {
    return corrcoef(
        Lax.convertElementType(x, dtype),
        y == null ? null : Lax.convertElementType(y, dtype),
        rowVariables);
  }

  private static Array variables(Array x, @Nullable Array y, boolean rowVariables) {
    if (x.rank() > 2 || (y != null && y.rank() > 2)) {
      throw new ShapeException(
          "cov needs arrays of at most two axes, but got %s%s."
              .formatted(x.aval(), y == null ? "" : " and " + y.aval()));
    }
    if (y == null) {
      var real = Operands.inexact(x);
      return rowVariables || x.rank() < 2 ? Shapes.atleast2d(real) : Shapes.matrixTranspose(real);
    }
    var both = Operands.inexact(x, y);
    var first = Shapes.atleast2d(both.get(0));
    var second = Shapes.atleast2d(both.get(1));
    return Joining.concatenate(
        List.of(
            rowVariables || x.rank() < 2 ? first : Shapes.matrixTranspose(first),
            rowVariables || second.dim(0) == 1 ? second : Shapes.matrixTranspose(second)),
        0);
  }

  private static @Nullable Array weight(@Nullable Array frequencies, @Nullable Array weights) {
    if (frequencies == null) {
      return weights == null ? null : Arithmetic.abs(weights);
    }
    return weights == null
        ? Arithmetic.abs(frequencies)
        : Arithmetic.multiply(Arithmetic.abs(frequencies), Arithmetic.abs(weights));
  }
}

package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.FloatParts;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sums;
import org.jspecify.annotations.Nullable;

/** Lengths of vectors and sizes of matrices. */
public final class MatrixNorms {

  private MatrixNorms() {}

  /** {@return the square root of the sum of squares of all elements} */
  public static Array norm(Array x) {
    return Products.norm(x);
  }

  /** {@return the norm of a vector or a matrix, of an order} */
  public static Array norm(Array x, double order) {
    return norm(x, order, Axes.range(0, x.rank()), false);
  }

  /**
   * {@return the norm of an order, of vectors along one axis or of matrices along two axes: see
   * {@link #vectorNorm} and {@link #matrixNorm}}
   *
   * @throws ShapeException if there are not one or two axes, or matrices have no norm of the order
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.norm.html">linalg.norm</a>
   */
  public static Array norm(Array x, double order, Axes axes, boolean keepDims) {
    return switch (axes.size()) {
      case 1 -> vectorNorm(x, order, axes, keepDims);
      case 2 -> matrixNorm(x, order, axes, keepDims);
      default ->
          throw new ShapeException(
              "norm with an order needs one axis for vectors or two for matrices, but got axes %s. Use vectorNorm for the norm of all elements."
                  .formatted(axes));
    };
  }

  /** {@return the square root of the sum of all squares} */
  public static Array vectorNorm(Array x) {
    return vectorNorm(x, 2, null, false);
  }

  /**
   * {@return {@code (sum |x|^p)^(1/p)} over axes} The order p may be infinite for the largest
   * magnitude, negative infinite for the smallest, and 0 for the number of nonzero elements.
   *
   * @param axes over which, or {@code null} for all
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.vector_norm.html">linalg.vector_norm</a>
   */
  public static Array vectorNorm(Array x, double order, @Nullable Axes axes, boolean keepDims) {
    return Products.norm(x, order, axes, keepDims);
  }

  /** {@return the square root of the sum of squares of the matrices along the last two axes} */
  public static Array matrixNorm(Array x) {
    return Products.norm(x, Axes.of(-2, -1), false);
  }

  /**
   * {@return the norm of linear maps along two axes; the first one is the axis of rows} Order 1 is
   * the largest sum of magnitudes of a column, infinity the largest sum of a row, and 2 the largest
   * singular value. The orders -1, negative infinity and -2 are the smallest of these values.
   *
   * @throws ShapeException for another order
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.matrix_norm.html">linalg.matrix_norm</a>
   */
  public static Array matrixNorm(Array x, double order, Axes axes, boolean keepDims) {
    var matrices = asMatrices(x, axes);
    Array norm;
    if (order == 1 || order == -1) {
      norm = extremum(Sums.sum(Lax.abs(matrices), -2), order);
    } else if (Double.isInfinite(order)) {
      norm = extremum(Sums.sum(Lax.abs(matrices), -1), order);
    } else if (order == 2 || order == -2) {
      norm = extremum(Decompositions.svdvals(matrices), order);
    } else {
      throw new ShapeException(
          "matrix_norm needs an order of 1, -1, 2, -2 or plus or minus infinity, but got %s. For others, use frobeniusNorm or nuclearNorm."
              .formatted(order));
    }
    return kept(norm, x, axes, keepDims);
  }

  /** {@return the square root of the sum of squares over two axes} */
  public static Array frobeniusNorm(Array x, Axes axes, boolean keepDims) {
    return Products.norm(x, axes, keepDims);
  }

  /** {@return the sum of the singular values of the matrices along two axes} */
  public static Array nuclearNorm(Array x, Axes axes, boolean keepDims) {
    return kept(Sums.sum(Decompositions.svdvals(asMatrices(x, axes)), -1), x, axes, keepDims);
  }

  private static Array asMatrices(Array x, Axes axes) {
    return Shapes.moveaxis(Operands.inexact(x), axes, Axes.of(-2, -1));
  }

  private static Array extremum(Array x, double order) {
    return order > 0 ? Extrema.max(x, Axes.of(-1), false, 0, null) : Extrema.min(x, -1);
  }

  private static Array kept(Array norm, Array x, Axes axes, boolean keepDims) {
    return keepDims
        ? Lax.expandDims(norm, Axes.of(sorted(axes.normalized(x.rank(), "norm"))))
        : norm;
  }

  private static int[] sorted(Axes axes) {
    int[] sorted = axes.toArray();
    java.util.Arrays.sort(sorted);
    return sorted;
  }

  /** {@return the ratio of the largest to the smallest singular value} */
  public static Array cond(Array x) {
    return cond(x, 2);
  }

  /**
   * {@return the condition numbers: the norm of an order times the norm of the inverse; infinite
   * for singular matrices}
   *
   * @throws ShapeException if x has no elements, or for an order other than 2 and -2 is not square
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.cond.html">linalg.cond</a>
   */
  public static Array cond(Array x, double order) {
    if (x.rank() < 2 || x.dim(-1) == 0 || x.dim(-2) == 0) {
      throw new ShapeException(
          "cond needs matrices that are not empty, but got %s.".formatted(x.aval()));
    }
    var last = Axes.of(-2, -1);
    if (order == 2 || order == -2) {
      var s = Decompositions.svdvals(x);
      int size = s.dim(-1);
      var largest = Shapes.squeeze(Lax.sliceInDim(s, 0, 1, 1, s.rank() - 1), -1);
      var smallest = Shapes.squeeze(Lax.sliceInDim(s, size - 1, size, 1, s.rank() - 1), -1);
      return order == 2 ? largest.div(smallest) : unlessNan(smallest.div(largest), x, last);
    }
    var product =
        matrixNorm(Determinants.square("cond", x), order, last, false)
            .mul(matrixNorm(LinearEquations.inv(x), order, last, false));
    return unlessNan(product, x, last);
  }

  private static Array unlessNan(Array condition, Array x, Axes last) {
    var undefined =
        Logic.logicalAnd(
            FloatParts.isnan(condition),
            Logic.logicalNot(Logic.any(FloatParts.isnan(Operands.inexact(x)), last, false)));
    return ElementSelection.where(undefined, Double.POSITIVE_INFINITY, condition);
  }
}

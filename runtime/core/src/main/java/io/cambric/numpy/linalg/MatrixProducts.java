package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.routine.Contraction;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import java.util.ArrayList;
import java.util.List;

/** Products of matrices, with the strictness of {@code jax.numpy.linalg}, and their diagonals. */
public final class MatrixProducts {

  private MatrixProducts() {}

  /**
   * {@return the product of matrices in the cheapest order; the first and the last may be vectors}
   *
   * @throws ShapeException if there are fewer than two arrays, or neighbours do not match
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.multi_dot.html">linalg.multi_dot</a>
   */
  public static Array multiDot(Array... arrays) {
    boolean fits = arrays.length >= 2;
    for (int i = 0; i < arrays.length && fits; i++) {
      boolean end = i == 0 || i == arrays.length - 1;
      fits =
          (arrays[i].rank() == 2 || (end && arrays[i].rank() == 1))
              && (i == 0 || arrays[i - 1].dim(-1) == arrays[i].dim(0));
    }
    if (!fits) {
      throw new ShapeException(
          "multi_dot needs at least two matrices with matching rows and columns, but got %s. Only the first and the last may be vectors."
              .formatted(java.util.Arrays.stream(arrays).map(Array::aval).toList()));
    }
    var labels = new ArrayList<List<Integer>>();
    for (int i = 0; i < arrays.length; i++) {
      boolean first = i == 0 && arrays[i].rank() == 1;
      boolean last = i == arrays.length - 1 && arrays[i].rank() == 1;
      labels.add(first ? List.of(1) : last ? List.of(i) : List.of(i, i + 1));
    }
    var output = new ArrayList<Integer>();
    if (arrays[0].rank() == 2) {
      output.add(0);
    }
    if (arrays[arrays.length - 1].rank() == 2) {
      output.add(arrays.length);
    }
    return Contraction.of("multi_dot", Operands.promoted(arrays), labels, output);
  }

  /** {@return the vector product along the last axis} */
  public static Array cross(Array x, Array y) {
    return cross(x, y, -1);
  }

  /**
   * {@return the cross products of pairs of vectors of three elements along an axis}
   *
   * @throws ShapeException if the size of the axis is not 3
   */
  public static Array cross(Array x, Array y, int axis) {
    if (x.dim(axis) != 3 || y.dim(axis) != 3) {
      throw new ShapeException(
          "cross needs vectors of 3 elements along axis %d, but got %s and %s."
              .formatted(axis, x.aval(), y.aval()));
    }
    return Products.cross(x, y, axis);
  }

  /**
   * {@return the products of each element of one vector with each element of the other}
   *
   * @throws ShapeException if an operand is not a vector
   */
  public static Array outer(Array x, Array y) {
    if (x.rank() != 1 || y.rank() != 1) {
      throw new ShapeException(
          "outer needs two vectors, but got %s and %s. Flatten them, or use Numpy.outer, which flattens."
              .formatted(x.aval(), y.aval()));
    }
    return Products.outer(x, y);
  }

  /** {@return the diagonals of matrices} */
  public static Array diagonal(Array x) {
    return diagonal(x, 0);
  }

  /** {@return a diagonal of each matrix, counted to the right from the main one} */
  public static Array diagonal(Array x, int offset) {
    return ElementSelection.diagonal(x, offset, -2, -1);
  }

  /** {@return the sums of the diagonals of matrices} */
  public static Array trace(Array x) {
    return trace(x, 0);
  }

  /** {@return the sum along a diagonal of each matrix} */
  public static Array trace(Array x, int offset) {
    return Products.trace(x, offset, -2, -1);
  }

  /** {@return the matrices with rows and columns exchanged} */
  public static Array matrixTranspose(Array x) {
    return Shapes.matrixTranspose(x);
  }

  /** {@return inner products along the last axis} */
  public static Array vecdot(Array x, Array y) {
    return vecdot(x, y, -1);
  }

  /** {@return the sum of products along an axis; the other axes broadcast} */
  public static Array vecdot(Array x, Array y, int axis) {
    return Products.vecdot(x, y, axis);
  }

  /** {@return the matrix product} */
  public static Array matmul(Array x, Array y) {
    return Products.matmul(x, y);
  }

  /** {@return products summed over the last two axes of x and the first two of y} */
  public static Array tensordot(Array x, Array y) {
    return tensordot(x, y, 2);
  }

  /** {@return products summed over pairs of axes} */
  public static Array tensordot(Array x, Array y, Axes xAxes, Axes yAxes) {
    return Products.tensordot(x, y, xAxes, yAxes);
  }

  /** {@return products summed over the last {@code count} axes of x and the first ones of y} */
  public static Array tensordot(Array x, Array y, int count) {
    return Products.tensordot(x, y, count);
  }
}

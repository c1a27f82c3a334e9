package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;

/** Structured matrices: diagonals, triangles, powers. */
public final class PatternMatrices {

  private PatternMatrices() {}

  /** {@return the square matrix of ones on the diagonal and below, zeros above} */
  public static Array tri(int size) {
    return tri(size, size, 0, DType.defaultFloat());
  }

  /**
   * {@return a matrix with ones at and below a diagonal}
   *
   * @param k the diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tri.html">jnp.tri</a>
   */
  public static Array tri(int rows, int columns, int k, DType dtype) {
    var shape = matrix("tri", rows, columns);
    var row = Lax.broadcastedIota(DType.I32, shape, 0);
    var column = Lax.broadcastedIota(DType.I32, shape, 1);
    return Lax.convertElementType(Lax.ge(Lax.add(row, Operands.constant(row, k)), column), dtype);
  }

  /**
   * {@return x with zeros above a diagonal of the last two axes}
   *
   * @param k the diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.tril.html">jnp.tril</a>
   */
  public static Array tril(Array x, int k) {
    return triangle("tril", x, k, true);
  }

  /** {@return x with zeros above the main diagonal of the last two axes} */
  public static Array tril(Array x) {
    return tril(x, 0);
  }

  /**
   * {@return x with zeros below a diagonal of the last two axes}
   *
   * @param k the diagonal, counted to the right from the main one
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.triu.html">jnp.triu</a>
   */
  public static Array triu(Array x, int k) {
    return triangle("triu", x, k - 1, false);
  }

  /** {@return x with zeros below the main diagonal of the last two axes} */
  public static Array triu(Array x) {
    return triu(x, 0);
  }

  /**
   * {@return the main diagonal of a matrix, or a matrix with this main diagonal and zeros
   * elsewhere}
   */
  public static Array diag(Array x) {
    return diag(x, 0);
  }

  /** {@return the diagonal of a matrix, or a matrix with this diagonal and zeros elsewhere} */
  public static Array diag(Array x, int k) {
    if (x.rank() == 2) {
      return ElementSelection.diagonal(x, k, 0, 1);
    }
    if (x.rank() != 1) {
      throw new ShapeException(
          "diag needs an array of one or two axes, but got %s.".formatted(x.aval()));
    }
    int size = x.size() + Math.abs(k);
    int[][] widths = {{Math.max(0, k), Math.max(0, -k)}};
    var columns = Shapes.broadcastTo(ArrayPadding.pad(x, widths), Shape.of(size, size));
    return ElementSelection.where(
        Creation.eye(size, size, k, DType.BOOL), k >= 0 ? columns : swapped(x, k, size), 0);
  }

  /** {@return the matrix with all elements on its diagonal} */
  public static Array diagflat(Array x) {
    return diagflat(x, 0);
  }

  /** {@return a matrix with the elements of x along a diagonal and zeros elsewhere} */
  public static Array diagflat(Array x, int k) {
    return diag(Shapes.ravel(x), k);
  }

  /** {@return the square Vandermonde matrix, with the highest powers first} */
  public static Array vander(Array x) {
    return vander(x, x.size(), false);
  }

  /**
   * {@return the powers of each element of a vector from {@code columns - 1} down to 0, or in
   * increasing order}
   *
   * @throws ShapeException if x is not a vector
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.vander.html">jnp.vander</a>
   */
  public static Array vander(Array x, int columns, boolean increasing) {
    if (x.rank() != 1 || columns < 0) {
      throw new ShapeException(
          "vander needs a vector and a non-negative number of columns, but got %s and %d."
              .formatted(x.aval(), columns));
    }
    var powers = Lax.iota(x.dtype(), columns);
    var ordered = increasing ? powers : Lax.rev(powers, Axes.of(0));
    return Arithmetic.power(Shapes.expandDims(x, 1), Shapes.expandDims(ordered, 0));
  }

  /** {@return the shape of the matrix that a function returns} */
  static Shape matrix(String name, int rows, int columns) {
    return Shape.of(
        Sizes.notNegative(name, "number of rows", rows),
        Sizes.notNegative(name, "number of columns", columns));
  }

  private static Array triangle(String name, Array x, int k, boolean lower) {
    requireMatrix(name, x);
    var mask = Shapes.broadcastTo(tri(x.dim(-2), x.dim(-1), k, DType.BOOL), x.shape());
    var zero = Operands.constant(x, 0);
    return lower ? Lax.select(mask, x, zero) : Lax.select(mask, zero, x);
  }

  static void requireMatrix(String name, Array x) {
    if (x.rank() < 2) {
      throw new ShapeException(
          "%s needs an array of at least two axes, but got %s.".formatted(name, x.aval()));
    }
  }

  private static Array swapped(Array x, int k, int size) {
    int[][] widths = {{-k, 0}};
    return Lax.broadcastInDim(ArrayPadding.pad(x, widths), Shape.of(size, size), Axes.of(0));
  }
}

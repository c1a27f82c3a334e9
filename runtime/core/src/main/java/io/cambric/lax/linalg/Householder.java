package io.cambric.lax.linalg;

import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A matrix brought to an upper triangle by reflections, with the signs of LAPACK's {@code geqrf}.
 * An element of the diagonal has the sign opposite to the element it was computed from.
 *
 * <p>The product of some reflections is {@code I - V T V^T}, with their vectors in the columns of
 * {@code V} and an upper triangle {@code T}. So most of the work is in products.
 *
 * @see <a href="https://doi.org/10.1137/0910005">Schreiber and Van Loan, A storage-efficient WY
 *     representation for products of Householder transformations, 1989</a>
 * @see <a href="https://doi.org/10.1147/rd.444.0605">Elmroth and Gustavson, Applying recursion to
 *     serial and parallel QR factorization, 2000</a>
 */
final class Householder {

  /** Reflections that are computed one after the other. */
  private static final int LEAF = 16;

  /** Reflections that are applied at a time. */
  private static final int APPLIED = 64;

  private final Kernels kernels;
  private final MatrixBlock a;
  private final MatrixBlock vectors;
  private final double[] scales;
  private final int[] order;

  /** The triangles T, one for every {@link #APPLIED} reflections. */
  private final List<MatrixBlock> triangles = new ArrayList<>();

  private Householder(Kernels kernels, MatrixBlock matrix) {
    int count = Math.min(matrix.rows(), matrix.columns());
    this.kernels = kernels;
    this.a = MatrixBlock.allocate(matrix.dtype(), matrix.rows(), matrix.columns());
    this.vectors = MatrixBlock.allocate(matrix.dtype(), matrix.rows(), count);
    this.scales = new double[count];
    this.order = IntStream.range(0, matrix.columns()).toArray();
    a.copyFrom(matrix);
  }

  /** {@return the reflections of a matrix} */
  static Householder of(Kernels kernels, MatrixBlock matrix) {
    var result = new Householder(kernels, matrix);
    try (var products = new BlockProducts(kernels, result.a.buffer())) {
      result.reflect(products);
    }
    return result;
  }

  private void reflect(BlockProducts products) {
    for (int from = 0; from < scales.length; from += APPLIED) {
      int to = Math.min(scales.length, from + APPLIED);
      var triangle = reflect(products, from, to);
      triangles.add(triangle);
      apply(products, from, triangle.transposed(), part(from, to, a.columns()));
    }
  }

  /** {@return the triangle T of the reflections of these columns, by those of two halves} */
  private MatrixBlock reflect(BlockProducts products, int from, int to) {
    if (to - from <= LEAF) {
      var columns = a.part(from, a.rows(), from, to).transposed();
      var lines = Lines.allocate(a.dtype(), columns.rows(), columns.columns());
      lines.load(columns);
      var reflections = new Reflections(lines, columns.rows(), columns.columns());
      for (int k = 0; k < to - from; k++) {
        scales[from + k] = reflections.reflect(k);
      }
      lines.store(columns);
      return triangle(products, from, to);
    }
    int middle = from + MatrixBlock.middle(to - from, LEAF);
    var first = reflect(products, from, middle);
    apply(products, from, first.transposed(), part(from, middle, to));
    var last = reflect(products, middle, to);
    return joined(products, first, last, from, middle);
  }

  /** {@return the part of the matrix that reflections from a number on change} */
  private MatrixBlock part(int from, int column, int columnEnd) {
    return a.part(from, a.rows(), column, columnEnd);
  }

  /** {@return the triangle of two groups of reflections: between theirs is -T1 V1^T V2 T2} */
  private MatrixBlock joined(
      BlockProducts products, MatrixBlock first, MatrixBlock last, int from, int middle) {
    int top = first.rows();
    int size = top + last.rows();
    var v1 = vectors.part(middle, a.rows(), from, middle);
    var v2 = vectors.part(middle, a.rows(), middle, from + size);
    var inner = MatrixBlock.allocate(a.dtype(), top, last.rows());
    products.multiply(inner, v1.transposed(), v2);
    var left = MatrixBlock.allocate(a.dtype(), top, last.rows());
    products.multiply(left, first, inner);
    products.multiply(inner, left, last);
    var joined = MatrixBlock.allocate(a.dtype(), size, size);
    joined.part(0, top, 0, top).copyFrom(first);
    joined.part(top, size, top, size).copyFrom(last);
    for (int i = 0; i < top; i++) {
      for (int j = 0; j < last.rows(); j++) {
        joined.set(i, top + j, -inner.get(i, j));
      }
    }
    return joined;
  }

  /**
   * {@return the triangle T of reflections whose vectors are in the matrix; they become columns of
   * V}
   */
  private MatrixBlock triangle(BlockProducts products, int from, int to) {
    int size = to - from;
    var v = vectors.part(from, a.rows(), from, to);
    v.copyFrom(part(from, from, to));
    for (int i = 0; i < size; i++) {
      v.fill(i, i, size, 0);
      v.set(i, i, 1);
    }
    var inner = MatrixBlock.allocate(a.dtype(), size, size);
    products.multiply(inner, v.transposed(), v);
    double[][] dots = inner.toDoubles();
    var triangle = new double[size][size];
    for (int j = 0; j < size; j++) {
      triangle[j][j] = scales[from + j];
      for (int i = 0; i < j; i++) {
        double sum = 0;
        for (int k = i; k < j; k++) {
          sum += triangle[i][k] * dots[k][j];
        }
        triangle[i][j] = -scales[from + j] * sum;
      }
    }
    inner.set(triangle);
    return inner;
  }

  /**
   * Computes {@code x -= V T V^T x} for the reflections from a number on.
   *
   * @param triangle T, or its transpose for the product of the reflections in the order of the
   *     factorisation
   * @param x of the minuends of {@code products}
   */
  private void apply(BlockProducts products, int from, MatrixBlock triangle, MatrixBlock x) {
    int count = triangle.rows();
    var v = vectors.part(from, a.rows(), from, from + count);
    var inner = MatrixBlock.allocate(a.dtype(), count, x.columns());
    products.multiply(inner, v.transposed(), x);
    var scaled = MatrixBlock.allocate(a.dtype(), count, x.columns());
    products.multiply(scaled, triangle, inner);
    products.subtract(x, v, scaled);
  }

  /**
   * {@return the reflections of a matrix with its columns in another order}
   *
   * <p>Each step takes the longest of the columns that remain. So the diagonal of the triangle
   * descends in absolute value.
   *
   * @see <a href="https://www.netlib.org/lapack/lug/node42.html">LAPACK, QR factorization with
   *     column pivoting</a>
   */
  static Householder pivoted(Kernels kernels, MatrixBlock matrix) {
    var result = new Householder(kernels, matrix);
    result.reflectLongest();
    try (var products = new BlockProducts(kernels, result.a.buffer())) {
      for (int from = 0; from < result.scales.length; from += APPLIED) {
        int to = Math.min(result.scales.length, from + APPLIED);
        result.triangles.add(result.triangle(products, from, to));
      }
    }
    return result;
  }

  private void reflectLongest() {
    var columns = a.transposed();
    var lines = Lines.allocate(a.dtype(), columns.rows(), columns.columns());
    lines.load(columns);
    var reflections = new Reflections(lines, columns.rows(), columns.columns());
    for (int k = 0; k < scales.length; k++) {
      int longest = reflections.longest(k);
      lines.exchangeLines(k, longest);
      int moved = order[k];
      order[k] = order[longest];
      order[longest] = moved;
      scales[k] = reflections.reflect(k);
    }
    lines.store(columns);
  }

  /** Stores the triangle with the vectors of the reflections below it, and the scales. */
  void store(MatrixBlock matrix, MatrixBlock scalesRow) {
    matrix.copyFrom(a);
    scalesRow.set(new double[][] {scales});
  }

  /** {@return the columns of the matrix in the order that they were taken in} */
  int[] order() {
    return order;
  }

  /** Stores the first columns of the orthogonal matrix. */
  void storeQ(MatrixBlock q) {
    for (int i = 0; i < q.rows(); i++) {
      q.fill(i, 0, q.columns(), 0);
      if (i < q.columns()) {
        q.set(i, i, 1);
      }
    }
    try (var products = new BlockProducts(kernels, q.buffer())) {
      for (int k = triangles.size() - 1; k >= 0; k--) {
        int from = k * APPLIED;
        apply(products, from, triangles.get(k), q.part(from, q.rows(), from, q.columns()));
      }
    }
  }

  /** Stores the first rows of the triangle. */
  void storeR(MatrixBlock r) {
    int filled = Math.min(r.rows(), scales.length);
    r.rows(0, filled).copyFrom(a.rows(0, filled));
    for (int i = 0; i < r.rows(); i++) {
      r.fill(i, 0, i < filled ? i : r.columns(), 0);
    }
  }

  /** {@return orthonormal columns, followed by others up to a square orthogonal matrix} */
  static double[][] completed(Kernels kernels, double[][] orthonormal) {
    int rows = orthonormal.length;
    int columns = rows == 0 ? 0 : orthonormal[0].length;
    var q = MatrixBlock.allocate(DType.F64, rows, rows);
    of(kernels, MatrixBlock.of(orthonormal, columns)).storeQ(q);
    var completed = q.toDoubles();
    for (int i = 0; i < rows; i++) {
      System.arraycopy(orthonormal[i], 0, completed[i], 0, columns);
    }
    return completed;
  }

  /** {@return a matrix with a number of columns by columns} */
  static double[][] transposed(double[][] x, int columns) {
    var transposed = new double[columns][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j][i] = x[i][j];
      }
    }
    return transposed;
  }
}

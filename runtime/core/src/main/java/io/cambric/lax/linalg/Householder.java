package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;
import java.util.stream.IntStream;

/**
 * A matrix brought to an upper triangle by reflections, with the signs of LAPACK's {@code geqrf}.
 * An element of the diagonal has the sign opposite to the element it was computed from.
 *
 * @see <a href="https://doi.org/10.1147/rd.444.0605">Elmroth and Gustavson, Applying recursion to
 *     serial and parallel QR factorization, 2000</a>
 */
final class Householder {

  /** Reflections of a matrix that are computed one after the other, since products cost more. */
  private static final int FEW = 64;

  private final MatrixBlock a;
  private final MatrixBlock vectors;
  private final double[] scales;
  private final int[] order;
  private final CompactWy product;

  private Householder(Kernels kernels, MatrixBlock matrix) {
    int count = Math.min(matrix.rows(), matrix.columns());
    this.a = MatrixBlock.allocate(matrix.dtype(), matrix.rows(), matrix.columns());
    this.vectors = MatrixBlock.allocate(matrix.dtype(), matrix.rows(), count);
    this.scales = new double[count];
    this.order = IntStream.range(0, matrix.columns()).toArray();
    this.product = new CompactWy(kernels, vectors, scales);
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
    if (scales.length <= FEW) {
      reflectEach(0, scales.length, a.columns());
      return;
    }
    for (int from = 0; from < scales.length; from += CompactWy.APPLIED) {
      int to = Math.min(scales.length, from + CompactWy.APPLIED);
      var triangle = reflect(products, from, to);
      product.add(triangle);
      product.apply(products, from, triangle.transposed(), part(from, to, a.columns()));
    }
  }

  /** {@return the triangle T of the reflections of these columns, by those of two halves} */
  private MatrixBlock reflect(BlockProducts products, int from, int to) {
    if (to - from <= CompactWy.LEAF) {
      reflectEach(from, to, to);
      return product.triangle(products, from, to);
    }
    int middle = from + MatrixBlock.middle(to - from, CompactWy.LEAF);
    var first = reflect(products, from, middle);
    product.apply(products, from, first.transposed(), part(from, middle, to));
    var last = reflect(products, middle, to);
    return product.joined(products, first, last, from, middle);
  }

  /**
   * Computes reflections one after the other.
   *
   * @param columnEnd of the columns that they change
   */
  private void reflectEach(int from, int to, int columnEnd) {
    var columns = part(from, from, columnEnd).transposed();
    var lines = Lines.allocate(a.dtype(), columns.rows(), columns.columns());
    lines.load(columns);
    var reflections = new Reflections(lines, columns.rows(), columns.columns());
    for (int k = 0; k < to - from; k++) {
      scales[from + k] = reflections.reflect(k);
    }
    lines.store(columns);
    keep(from, to);
  }

  /** {@return the part of the matrix that reflections from a number on change} */
  private MatrixBlock part(int from, int column, int columnEnd) {
    return a.part(from, a.rows(), column, columnEnd);
  }

  /** Copies the vectors of reflections from the matrix to the columns of V. */
  private void keep(int from, int to) {
    var v = vectors.part(from, a.rows(), from, to);
    v.copyFrom(part(from, from, to));
    for (int i = 0; i < to - from; i++) {
      v.fill(i, i, to - from, 0);
      v.set(i, i, 1);
    }
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
    result.keep(0, result.scales.length);
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
    product.storeProduct(q);
  }

  /** Multiplies by the orthogonal matrix from the left. */
  void applyQ(MatrixBlock x) {
    product.applyAll(x);
  }

  /** Stores the first rows of the triangle. */
  void storeR(MatrixBlock r) {
    int filled = Math.min(r.rows(), scales.length);
    r.rows(0, filled).copyFrom(a.rows(0, filled));
    for (int i = 0; i < r.rows(); i++) {
      r.fill(i, 0, i < filled ? i : r.columns(), 0);
    }
  }
}

package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;
import java.util.Arrays;

/**
 * The reduction of a matrix to an upper triangle by reflections, with the signs of LAPACK's {@code
 * geqrf}. Each element of the diagonal has the opposite sign of the element that it was computed
 * from.
 *
 * @see <a href="https://doi.org/10.1147/rd.444.0605">Elmroth and Gustavson, Applying recursion to
 *     serial and parallel QR factorization, 2000</a>
 */
final class Householder {

  /**
   * Reflections of a matrix that are computed one after another, since products would cost more.
   */
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
    this.order = new int[matrix.columns()];
    this.product = new CompactWy(kernels, vectors, scales);
  }

  /** {@return the reflections of a matrix} */
  static Householder of(Kernels kernels, MatrixBlock matrix) {
    var result = new Householder(kernels, matrix);
    if (result.scales.length <= FEW) {
      result.reflectEach(matrix, 0, result.scales.length, matrix.columns());
      return result;
    }
    result.a.copyFrom(matrix);
    try (var products = new BlockProducts(kernels, result.a.buffer())) {
      result.reflect(products);
    }
    return result;
  }

  private void reflect(BlockProducts products) {
    for (int from = 0; from < scales.length; from += CompactWy.APPLIED) {
      int to = Math.min(scales.length, from + CompactWy.APPLIED);
      var triangle = reflect(products, from, to);
      product.add(triangle);
      product.apply(products, from, triangle.transposed(), part(from, to, a.columns()));
    }
  }

  /**
   * {@return the triangle T of the reflections of these columns, from the triangles of two halves}
   */
  private MatrixBlock reflect(BlockProducts products, int from, int to) {
    if (to - from <= CompactWy.LEAF) {
      reflectEach(a, from, to, to);
      return product.triangle(products, from, to);
    }
    int middle = from + MatrixBlock.middle(to - from, CompactWy.LEAF);
    var first = reflect(products, from, middle);
    product.apply(products, from, first.transposed(), part(from, middle, to));
    var last = reflect(products, middle, to);
    return product.joined(products, first, last, from, middle);
  }

  /**
   * Computes reflections one after another.
   *
   * @param matrix the matrix after the previous reflections
   * @param columnEnd end of the columns that the reflections change
   */
  private void reflectEach(MatrixBlock matrix, int from, int to, int columnEnd) {
    var part = matrix.part(from, a.rows(), from, columnEnd);
    if (part.columns() >= RowReflections.WIDE) {
      reflectRows(part, from, to);
    } else {
      reflectColumns(part, from, to);
    }
  }

  private void reflectRows(MatrixBlock part, int from, int to) {
    var reflections = new RowReflections(part);
    var found = new double[to - from][part.rows()];
    for (int k = 0; k < to - from; k++) {
      scales[from + k] = reflections.reflect(k, found[k]);
    }
    keep(reflections, found, from);
  }

  /** Stores the vectors of some reflections, and their rows of the triangle. */
  private void keep(RowReflections reflections, double[][] found, int from) {
    int to = from + found.length;
    reflections.rows().store(a.part(from, to, from, from + reflections.columns()));
    vectors.part(from, a.rows(), from, to).transposed().set(found);
  }

  private void reflectColumns(MatrixBlock part, int from, int to) {
    var lines = Lines.allocate(a.dtype(), part.columns(), part.rows());
    lines.load(part.transposed());
    var reflections = new Reflections(lines, part.columns(), part.rows());
    for (int k = 0; k < to - from; k++) {
      scales[from + k] = reflections.reflect(k);
    }
    lines.store(part(from, from, from + part.columns()).transposed());
    var v = vectors.part(from, a.rows(), from, to);
    lines.store(v.transposed());
    for (int i = 0; i < to - from; i++) {
      v.fill(i, i, to - from, 0);
      v.set(i, i, 1);
    }
  }

  /** {@return the part of the matrix that the reflections from an index on change} */
  private MatrixBlock part(int from, int column, int columnEnd) {
    return a.part(from, a.rows(), column, columnEnd);
  }

  /**
   * {@return the reflections of a matrix with its columns in another order}
   *
   * <p>Each step takes the longest remaining column. The diagonal of the triangle therefore
   * descends in absolute value.
   *
   * @see <a href="https://www.netlib.org/lapack/lug/node42.html">LAPACK, QR factorization with
   *     column pivoting</a>
   */
  static Householder pivoted(Kernels kernels, MatrixBlock matrix) {
    var result = new Householder(kernels, matrix);
    result.reflectLongest(matrix);
    return result;
  }

  private void reflectLongest(MatrixBlock matrix) {
    var reflections = new RowReflections(matrix);
    var lengths = new ColumnLengths(matrix);
    var found = new double[scales.length][a.rows()];
    Arrays.setAll(order, i -> i);
    for (int k = 0; k < scales.length; k++) {
      int longest = lengths.longest(k);
      lengths.exchange(k, longest);
      reflections.rows().exchangeElements(k, longest);
      int moved = order[k];
      order[k] = order[longest];
      order[longest] = moved;
      scales[k] = reflections.reflect(k, found[k]);
      lengths.shorten(k, reflections.rows());
    }
    keep(reflections, found, 0);
  }

  /** Stores the triangle with the vectors of the reflections below it, and the scales. */
  void store(MatrixBlock matrix, MatrixBlock scalesRow) {
    matrix.copyFrom(a);
    for (int i = 1; i < matrix.rows(); i++) {
      int end = Math.min(i, scales.length);
      matrix.part(i, i + 1, 0, end).copyFrom(vectors.part(i, i + 1, 0, end));
    }
    scalesRow.set(new double[][] {scales});
  }

  /** {@return the columns of the matrix in the order in which they were taken} */
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

package io.cambric.lax.linalg;

import io.cambric.kernel.Kernels;
import java.util.ArrayList;
import java.util.List;

/**
 * Products of Householder reflections {@code I - scale v v^T}. A group of reflections is {@code I -
 * V T V^T}, with their vectors in the columns of {@code V} and an upper triangle {@code T}. Most of
 * the work is thus in matrix products.
 *
 * @see <a href="https://doi.org/10.1137/0910005">Schreiber and Van Loan, A storage-efficient WY
 *     representation for products of Householder transformations, 1989</a>
 */
final class CompactWy {

  /** The number of reflections with a triangle that is computed element by element. */
  static final int LEAF = 16;

  /** The most multiplications for which reflections are applied one after another. */
  private static final int FEW = 1 << 18;

  /** Reflections that are applied at a time. */
  static final int APPLIED = 64;

  private final Kernels kernels;
  private final MatrixBlock vectors;
  private final double[] scales;

  /** The triangles T, one for every {@link #APPLIED} reflections. */
  private final List<MatrixBlock> triangles = new ArrayList<>();

  /**
   * Reflections that are added later.
   *
   * @param vectors the columns of {@code V}; column k begins in row k with a one
   * @param scales one for each column
   */
  CompactWy(Kernels kernels, MatrixBlock vectors, double[] scales) {
    this.kernels = kernels;
    this.vectors = vectors;
    this.scales = scales;
  }

  /**
   * Adds the next reflections with their triangle: {@link #APPLIED} of them, or the remaining ones.
   */
  void add(MatrixBlock triangle) {
    triangles.add(triangle);
  }

  /** {@return the triangle T of known reflections} */
  MatrixBlock triangle(BlockProducts products, int from, int to) {
    var v = vectors.part(from, vectors.rows(), from, to);
    var dots = MatrixBlock.allocate(v.dtype(), to - from, to - from);
    products.multiply(dots, v.transposed(), v);
    return triangle(products, dots, from, 0, to - from);
  }

  /**
   * {@return the triangle of some of the reflections from a number on}
   *
   * @param dots {@code V^T V}
   */
  private MatrixBlock triangle(
      BlockProducts products, MatrixBlock dots, int number, int from, int to) {
    if (to - from <= LEAF) {
      return leafTriangle(dots.part(from, to, from, to), number + from);
    }
    int middle = from + MatrixBlock.middle(to - from, LEAF);
    return joined(
        products,
        triangle(products, dots, number, from, middle),
        triangle(products, dots, number, middle, to),
        dots.part(from, middle, middle, to));
  }

  private MatrixBlock leafTriangle(MatrixBlock block, int number) {
    int size = block.rows();
    double[][] dots = block.toDoubles();
    var triangle = new double[size][size];
    for (int j = 0; j < size; j++) {
      double scale = scales[number + j];
      for (int i = 0; i < j; i++) {
        double sum = 0;
        for (int k = i; k < j; k++) {
          sum += triangle[i][k] * dots[k][j];
        }
        triangle[i][j] = -scale * sum;
      }
      triangle[j][j] = scale;
    }
    var result = MatrixBlock.allocate(block.dtype(), size, size);
    result.set(triangle);
    return result;
  }

  /**
   * {@return the triangle of two neighbouring groups of reflections with known triangles}
   *
   * @param from the first reflection
   * @param middle the first reflection of the second group
   */
  MatrixBlock joined(
      BlockProducts products, MatrixBlock first, MatrixBlock last, int from, int middle) {
    var v1 = vectors.part(middle, vectors.rows(), from, middle);
    var v2 = vectors.part(middle, vectors.rows(), middle, middle + last.rows());
    var dots = MatrixBlock.allocate(v1.dtype(), first.rows(), last.rows());
    products.multiply(dots, v1.transposed(), v2);
    return joined(products, first, last, dots);
  }

  /**
   * {@return the triangle of two groups of reflections, with -T1 V1^T V2 T2 between their
   * triangles}
   */
  private static MatrixBlock joined(
      BlockProducts products, MatrixBlock first, MatrixBlock last, MatrixBlock dots) {
    int top = first.rows();
    int size = top + last.rows();
    var joined = MatrixBlock.allocate(dots.dtype(), size, size);
    joined.part(0, top, 0, top).copyFrom(first);
    joined.part(top, size, top, size).copyFrom(last);
    var left = MatrixBlock.allocate(dots.dtype(), top, last.rows());
    products.multiply(left, first, dots);
    var between = joined.part(0, top, top, size);
    products.multiply(between, left, last);
    between.negate();
    return joined;
  }

  /**
   * Computes {@code x -= V T V^T x} for the reflections from a number on.
   *
   * @param triangle T, or its transpose for the product of the reflections in the reverse order
   * @param x a block of the minuends of {@code products}; its first row belongs to the first
   *     reflection
   */
  void apply(BlockProducts products, int from, MatrixBlock triangle, MatrixBlock x) {
    int count = triangle.rows();
    var v = vectors.part(from, vectors.rows(), from, from + count);
    var inner = MatrixBlock.allocate(x.dtype(), count, x.columns());
    products.multiply(inner, v.transposed(), x);
    var scaled = MatrixBlock.allocate(x.dtype(), count, x.columns());
    products.multiply(scaled, triangle, inner);
    products.subtract(x, v, scaled);
  }

  /**
   * Multiplies by the product of all reflections, the first one leftmost.
   *
   * @param x with a row for each row of the vectors
   */
  void applyAll(MatrixBlock x) {
    apply(x, 0);
  }

  /** Stores the first columns of the product of all reflections, the first one leftmost. */
  void storeProduct(MatrixBlock q) {
    q.setIdentity();
    apply(q, 1);
  }

  /**
   * Multiplies by all reflections.
   *
   * @param skipped number of columns that each reflection skips in addition to the previous one
   */
  private void apply(MatrixBlock x, int skipped) {
    if ((long) x.rows() * x.columns() * scales.length <= FEW) {
      applyEach(x, skipped);
      return;
    }
    try (var products = new BlockProducts(kernels, x.buffer())) {
      for (int from = triangles.size() * APPLIED; from < scales.length; from += APPLIED) {
        add(triangle(products, from, Math.min(scales.length, from + APPLIED)));
      }
      for (int k = triangles.size() - 1; k >= 0; k--) {
        int from = k * APPLIED;
        int column = Math.min(skipped * from, x.columns());
        apply(products, from, triangles.get(k), x.part(from, x.rows(), column, x.columns()));
      }
    }
  }

  /** Multiplies by one reflection after another, if calls of kernels would not pay. */
  private void applyEach(MatrixBlock x, int skipped) {
    if (x.columns() < RowReflections.WIDE) {
      applyToColumns(x, skipped);
      return;
    }
    var rows = new RowReflections(x);
    double[][] v = vectors.transposed().toDoubles();
    for (int k = scales.length - 1; k >= 0; k--) {
      rows.apply(v[k], scales[k], k, Math.min(skipped * k, x.columns()));
    }
    rows.rows().store(x);
  }

  private void applyToColumns(MatrixBlock x, int skipped) {
    int columns = x.columns();
    int count = scales.length;
    var lines = Lines.allocate(x.dtype(), columns + count, x.rows());
    lines.load(x.transposed());
    lines.load(columns, vectors.transposed());
    for (int k = count - 1; k >= 0; k--) {
      Reflections.apply(
          lines, columns + k, scales[k], k, x.rows(), Math.min(skipped * k, columns), columns);
    }
    lines.store(x.transposed());
  }
}

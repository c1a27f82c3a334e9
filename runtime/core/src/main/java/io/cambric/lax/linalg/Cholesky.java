package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lower triangle {@code L} such that {@code L L^T} is the given symmetric matrix. Elements
 * above the diagonal are not read.
 *
 * <p>Shapes: {@code [..., n, n] -> [..., n, n]}. The lower triangle is NaN if the matrix is not
 * positive definite. Derivative: {@code L phi(L^-1 A' L^-T)}, where {@code phi} takes the lower
 * triangle and halves its diagonal.
 *
 * @see <a href="https://arxiv.org/abs/1602.07527">Murray, Differentiation of the Cholesky
 *     decomposition, 2016</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.cholesky.html">lax.linalg.cholesky</a>
 */
public record Cholesky() implements MatrixOp {

  /** Rows that are computed one after another. */
  private static final int LEAF = 16;

  /** Rows of a product, of which only the elements from the diagonal on are used. */
  private static final int STRIP = 96;

  @Override
  public String name() {
    return "cholesky";
  }

  @Override
  public boolean needsSquare() {
    return true;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    return List.of(Shape.of(rows, columns));
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    var l = results.getFirst();
    if (SmallMatrix.fits(matrix)) {
      factorSmall(matrix, l);
      return;
    }
    int n = matrix.rows();
    var u = MatrixBlock.allocate(matrix.dtype(), n, n);
    for (int i = 0; i < n; i += LEAF) {
      int end = Math.min(n, i + LEAF);
      u.part(i, end, i, n).copyFrom(matrix.part(i, n, i, end).transposed());
    }
    boolean definite;
    try (var products = new BlockProducts(kernels, u.buffer())) {
      definite = factor(products, u, 0, n);
    }
    for (int i = 0; i < n; i += LEAF) {
      int end = Math.min(n, i + LEAF);
      l.part(i, n, i, end).transposed().copyFrom(u.part(i, end, i, n));
    }
    finish(l, definite);
  }

  private static void factorSmall(MatrixBlock matrix, MatrixBlock l) {
    var u = SmallMatrix.of(matrix.transposed());
    boolean definite = u.factorPositiveDefinite();
    u.store(l.transposed());
    finish(l, definite);
  }

  /** Sets the elements above the diagonal to 0, and the others to NaN if there is no factor. */
  private static void finish(MatrixBlock l, boolean definite) {
    for (int i = 0; i < l.rows(); i++) {
      l.fill(i, i + 1, l.columns(), 0);
      if (!definite) {
        l.fill(i, 0, i + 1, Double.NaN);
      }
    }
  }

  /**
   * Computes rows of the upper triangle, the transpose of the lower one, because its rows are
   * contiguous. Products with the rows above have been subtracted before.
   *
   * @return whether the matrix is positive definite so far
   */
  private static boolean factor(BlockProducts products, MatrixBlock u, int from, int to) {
    if (to - from <= LEAF) {
      return factorRows(u.part(from, to, from, u.columns()));
    }
    int middle = from + MatrixBlock.middle(to - from, LEAF);
    if (!factor(products, u, from, middle)) {
      return false;
    }
    for (int i = middle; i < to; i += STRIP) {
      int end = Math.min(to, i + STRIP);
      products.subtract(
          u.part(i, end, i, u.columns()),
          u.part(from, middle, i, end).transposed(),
          u.part(from, middle, i, u.columns()));
    }
    return factor(products, u, middle, to);
  }

  private static boolean factorRows(MatrixBlock rows) {
    int columns = rows.columns();
    var lines = Lines.allocate(rows.dtype(), rows.rows(), columns);
    lines.load(rows);
    var factors = new double[rows.rows()];
    for (int k = 0; k < rows.rows(); k++) {
      for (int j = 0; j < k; j++) {
        factors[j] = lines.get(j, k);
      }
      lines.subtract(k, k, columns, factors, 0, k);
      double square = lines.get(k, k);
      if (!(square > 0)) {
        return false;
      }
      double diagonal = Math.sqrt(square);
      lines.set(k, k, diagonal);
      lines.divide(k, k + 1, columns, diagonal);
    }
    lines.store(rows);
    return true;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var l = Trace.bind(this, primals).getFirst();
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return Jvp.of(l, null);
    }
    var right = new TriangularSolve(false, true, true, false);
    var left = new TriangularSolve(true, true, false, false);
    var half = Trace.bind(right, l, Matrices.symmetricOfLower(tangent));
    var both = Matrices.tril(Trace.bind(left, l, half), 0);
    var halved = BinaryOps.add(Matrices.identityLike(both), ShapeOps.fullLike(both, 1));
    return Jvp.of(l, Matrices.matmul(l, BinaryOps.div(both, halved)));
  }
}

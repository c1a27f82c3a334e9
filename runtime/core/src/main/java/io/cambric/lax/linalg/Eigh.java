package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.UnaryOps;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The orthonormal eigenvectors {@code v}, in columns of unknown sign, and the ascending eigenvalues
 * {@code w} of symmetric matrices. Elements above the diagonal are not read.
 *
 * <p>Shapes: {@code [..., n, n] -> [..., n, n], [..., n]}, or the values alone. With {@code S = v^T
 * a' v} the derivatives are {@code w' = diag(S)} and {@code v' = v (F * S)}, where {@code F[i][j] =
 * 1 / (w[j] - w[i])}: infinite or NaN if an eigenvalue is repeated.
 *
 * @param vectors whether there are eigenvectors
 * @see <a href="https://people.maths.ox.ac.uk/gilesm/files/NA-08-01.pdf">Giles, 2008, section
 *     3.1</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.eigh.html">lax.linalg.eigh</a>
 */
public record Eigh(boolean vectors) implements MatrixOp {

  @Override
  public String name() {
    return "eigh";
  }

  @Override
  public boolean needsSquare() {
    return true;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    var values = Shape.of(rows);
    return vectors ? List.of(Shape.of(rows, columns), values) : List.of(values);
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    Matrices.factorExactly(matrix, results, (a, factors) -> decompose(kernels, a, factors));
  }

  private void decompose(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    int n = matrix.rows();
    var scaled = Scaled.ofLower(matrix);
    if (n > 0 && !(scaled != null && converges(kernels, scaled, results))) {
      results.forEach(MatrixBlock::setNan);
    }
  }

  /** {@return whether the QR steps converged} */
  private boolean converges(Kernels kernels, Scaled scaled, List<MatrixBlock> results) {
    var matrix = scaled.matrix();
    int n = matrix.rows();
    var reduced = Tridiagonal.of(kernels, matrix);
    if (vectors && n > TridiagonalHalves.FEWEST) {
      return dividesAndConverges(kernels, reduced, scaled.scale(), results);
    }
    var columns = vectors ? reduced.columns(kernels) : null;
    double[] values = reduced.diagonal();
    double epsilon = matrix.dtype().epsilon();
    var steps =
        columns == null
            ? new TridiagonalValues(values, reduced.off(), epsilon)
            : new TridiagonalQr(values, reduced.off(), new Rotations(columns, n, n), epsilon);
    if (!steps.run()) {
      return false;
    }
    int[] order = Matrices.order(n, Comparator.comparingDouble(k -> values[k]));
    for (int k = 0; k < n; k++) {
      results.getLast().set(0, k, values[order[k]] * scaled.scale());
    }
    if (columns != null) {
      columns.inOrder(order).store(results.getFirst().transposed());
    }
    return true;
  }

  private static boolean dividesAndConverges(
      Kernels kernels, Tridiagonal reduced, double scale, List<MatrixBlock> results) {
    var vectors = results.get(0);
    try (var products = new BlockProducts(kernels, vectors.buffer())) {
      var halves =
          new TridiagonalHalves(products, vectors.dtype(), reduced.diagonal(), reduced.off());
      var solved = halves.solve();
      if (solved == null) {
        return false;
      }
      var columns = MatrixBlock.allocate(vectors.dtype(), vectors.rows(), vectors.columns());
      solved.vectors().store(columns.transposed());
      reduced.applyQ(kernels, columns);
      vectors.copyFrom(columns);
      for (int k = 0; k < columns.rows(); k++) {
        results.get(1).set(0, k, solved.values()[k] * scale);
      }
    }
    return true;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return new Jvp(results, Collections.nCopies(results.size(), null));
    }
    var both = vectors ? results : Trace.bind(new Eigh(true), primals);
    var v = both.get(0);
    var inside = Matrices.symmetricOfLower(tangent);
    var s = Matrices.matmul(Matrices.matmul(Matrices.transpose(v), inside), v);
    var dw = Matrices.diagonal(s);
    return new Jvp(results, vectors ? List.of(vectorTangent(v, both.get(1), s), dw) : List.of(dw));
  }

  private static Array vectorTangent(Array v, Array w, Array s) {
    var identity = Matrices.identityLike(v);
    var gaps = BinaryOps.sub(Matrices.asRows(w, v), Matrices.asColumns(w, v));
    // Ones are added to the diagonal and subtracted again, so that its zeros are not divided.
    var inverse = BinaryOps.sub(UnaryOps.integerPow(BinaryOps.add(identity, gaps), -1), identity);
    return Matrices.matmul(v, BinaryOps.mul(inverse, s));
  }
}

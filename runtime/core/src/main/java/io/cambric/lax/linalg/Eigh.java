package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.UnaryOps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Orthonormal eigenvectors {@code v}, in columns of unknown sign, and the eigenvalues {@code w},
 * ascending, of symmetric matrices. Elements above the diagonal are not read.
 *
 * <p>Shapes: {@code [..., n, n] -> [..., n, n], [..., n]}. With {@code S = v^T a' v} the
 * derivatives are {@code w' = diag(S)} and {@code v' = v (F * S)}, where {@code F[i][j] = 1 / (w[j]
 * - w[i])}: infinite or NaN where an eigenvalue is repeated.
 *
 * @see <a href="https://people.maths.ox.ac.uk/gilesm/files/NA-08-01.pdf">Giles, 2008, section
 *     3.1</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.eigh.html">lax.linalg.eigh</a>
 */
public record Eigh() implements MatrixOp {

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
    return List.of(Shape.of(rows, columns), Shape.of(rows));
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    Matrices.factorExactly(matrix, results, (a, factors) -> decompose(kernels, a, factors));
  }

  private static void decompose(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    int n = matrix.rows();
    var scaled = Scaled.ofLower(matrix);
    if (n > 0 && !(scaled != null && converges(kernels, scaled, results))) {
      results.forEach(MatrixBlock::setNan);
    }
  }

  /** {@return whether the QR steps converged} */
  private static boolean converges(Kernels kernels, Scaled scaled, List<MatrixBlock> results) {
    var matrix = scaled.matrix();
    int n = matrix.rows();
    var reduced = Tridiagonal.of(kernels, matrix);
    var columns = reduced.columns(kernels);
    double[] values = reduced.diagonal();
    var steps =
        new TridiagonalQr(
            values, reduced.off(), new Rotations(columns, n, n), matrix.dtype().epsilon());
    if (!steps.run()) {
      return false;
    }
    int[] order = Matrices.order(n, Comparator.comparingDouble(k -> values[k]));
    columns.inOrder(order).store(results.get(0).transposed());
    for (int k = 0; k < n; k++) {
      results.get(1).set(0, k, values[order[k]] * scaled.scale());
    }
    return true;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return new Jvp(results, Arrays.asList(null, null));
    }
    var v = results.get(0);
    var w = results.get(1);
    var identity = Matrices.identityLike(v);
    var gaps = BinaryOps.sub(Matrices.asRows(w, v), Matrices.asColumns(w, v));
    // Ones on the diagonal, taken off again, keep its zeros out of the division.
    var inverse = BinaryOps.sub(UnaryOps.integerPow(BinaryOps.add(identity, gaps), -1), identity);
    var inside = Matrices.symmetricOfLower(tangent);
    var s = Matrices.matmul(Matrices.matmul(Matrices.transpose(v), inside), v);
    return new Jvp(
        results, List.of(Matrices.matmul(v, BinaryOps.mul(inverse, s)), Matrices.diagonal(s)));
  }
}

package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lower triangle {@code L} with {@code L L^T} the symmetric matrix whose lower triangle is
 * given; of the elements above the diagonal nothing is read.
 *
 * <p>Shapes: {@code [..., n, n] -> [..., n, n]}. The lower triangle is NaN where the matrix is not
 * positive definite. Derivative: {@code L phi(L^-1 A' L^-T)}, where {@code phi} takes the lower
 * triangle and halves its diagonal.
 *
 * @see <a href="https://arxiv.org/abs/1602.07527">Murray, Differentiation of the Cholesky
 *     decomposition, 2016</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.cholesky.html">lax.linalg.cholesky</a>
 */
public record Cholesky() implements MatrixOp {

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
  public List<double[][]> factor(double[][] a, int n) {
    boolean definite = true;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i][j];
        for (int k = 0; k < j; k++) {
          sum -= a[i][k] * a[j][k];
        }
        definite &= i != j || sum > 0;
        a[i][j] = i == j ? Math.sqrt(sum) : sum / a[j][j];
      }
      Arrays.fill(a[i], i + 1, n, 0);
    }
    if (!definite) {
      for (int i = 0; i < n; i++) {
        Arrays.fill(a[i], 0, i + 1, Double.NaN);
      }
    }
    return List.<double[][]>of(a);
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

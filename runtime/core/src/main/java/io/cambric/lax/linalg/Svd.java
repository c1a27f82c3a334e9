package io.cambric.lax.linalg;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Descending singular values {@code s}, and on request orthonormal singular vectors of unknown
 * sign: {@code u} in columns and {@code vt} in rows, with {@code a = u diag(s) vt}.
 *
 * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., k], [..., m, k], [..., k, n]},
 * or {@code [..., k], [..., m, m], [..., n, n]} for full matrices. The vectors of full matrices
 * have no derivative unless {@code m = n}. For repeated singular values, the derivative of the
 * vectors is infinite or NaN.
 *
 * @param fullMatrices whether the vectors are completed to bases of the whole spaces
 * @param computeUv whether vectors are computed
 * @see <a href="https://people.maths.ox.ac.uk/gilesm/files/NA-08-01.pdf">Giles, 2008, section
 *     3.2</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.svd.html">lax.linalg.svd</a>
 */
public record Svd(boolean fullMatrices, boolean computeUv) implements MatrixOp {

  @Override
  public String name() {
    return "svd";
  }

  @Override
  public boolean needsSquare() {
    return false;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    int inner = Math.min(rows, columns);
    var values = Shape.of(inner);
    return computeUv
        ? List.of(
            values,
            Shape.of(rows, fullMatrices ? rows : inner),
            Shape.of(fullMatrices ? columns : inner, columns))
        : List.of(values);
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    Matrices.factorExactly(matrix, results, (a, factors) -> decompose(kernels, a, factors));
  }

  private void decompose(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    var values = results.getFirst();
    var u = computeUv ? results.get(1) : null;
    var vt = computeUv ? results.get(2) : null;
    boolean wide = matrix.columns() > matrix.rows();
    var scaled = Scaled.of(wide ? matrix.transposed() : matrix);
    var left = wide ? vt : u;
    int vectors = left == null ? 0 : wide ? left.rows() : left.columns();
    var svd = scaled == null ? null : SingularValues.of(kernels, scaled, vectors);
    if (svd == null) {
      results.forEach(MatrixBlock::setNan);
      return;
    }
    svd.storeValues(values);
    if (u != null && vt != null) {
      svd.storeLeft(wide ? vt.transposed() : u);
      svd.storeRight(wide ? u.transposed() : vt);
    }
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return new Jvp(results, Collections.nCopies(results.size(), null));
    }
    var a = primals.getFirst();
    if (computeUv && fullMatrices && a.dim(-1) != a.dim(-2)) {
      throw new MissingRuleException(
          "svd with full matrices has no derivative for %s, which is not square. Pass fullMatrices = false for the reduced vectors."
              .formatted(a.aval()));
    }
    var thin = computeUv ? results : Trace.bind(new Svd(false, true), primals);
    var slopes = new ArrayList<Array>(thin.size());
    var u = thin.get(1);
    var v = Matrices.transpose(thin.get(2));
    var ds = Matrices.matmul(Matrices.matmul(Matrices.transpose(u), tangent), v);
    slopes.add(Matrices.diagonal(ds));
    if (computeUv) {
      slopes.addAll(vectorTangents(thin.getFirst(), u, v, tangent, ds));
    }
    return new Jvp(results, new ArrayList<@Nullable Array>(slopes));
  }

  /** With {@code ds = u^T a' v}; see the paper. */
  private static List<Array> vectorTangents(Array s, Array u, Array v, Array tangent, Array ds) {
    var identity = Matrices.identityLike(ds);
    var columns = Matrices.asRows(s, ds);
    var rows = Matrices.asColumns(s, ds);
    var gaps = BinaryOps.mul(BinaryOps.add(columns, rows), BinaryOps.sub(columns, rows));
    // Ones are added to the diagonal and subtracted again, so that its zeros are not divided.
    var f =
        BinaryOps.sub(
            BinaryOps.div(ShapeOps.fullLike(gaps, 1), BinaryOps.add(gaps, identity)), identity);
    var right = BinaryOps.mul(columns, ds);
    var left = BinaryOps.mul(rows, ds);
    var du = Matrices.matmul(u, BinaryOps.mul(f, BinaryOps.add(right, Matrices.transpose(right))));
    var dv = Matrices.matmul(v, BinaryOps.mul(f, BinaryOps.add(left, Matrices.transpose(left))));
    if (u.dim(-2) > u.dim(-1)) {
      du = BinaryOps.add(du, outside(u, Matrices.matmul(tangent, v), s));
    }
    if (v.dim(-2) > v.dim(-1)) {
      dv = BinaryOps.add(dv, outside(v, Matrices.matmul(Matrices.transpose(tangent), u), s));
    }
    return List.of(du, Matrices.transpose(dv));
  }

  /**
   * {@return the component of x orthogonal to the columns of q, with each column divided by its
   * value}
   */
  private static Array outside(Array q, Array x, Array s) {
    var inside = Matrices.matmul(q, Matrices.matmul(Matrices.transpose(q), x));
    return BinaryOps.div(BinaryOps.sub(x, inside), Matrices.asRows(s, x));
  }
}

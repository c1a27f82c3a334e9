package io.cambric.lax.linalg;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matrices as orthonormal columns times an upper triangle, by Householder reflections. They have
 * the signs of LAPACK, so the diagonal of the triangle may be negative.
 *
 * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., m, k], [..., k, n]}, or {@code
 * [..., m, m], [..., m, n]} for full matrices. With pivots, a permutation {@code p} follows, {@code
 * i32[..., n]}, and the product is {@code a[:, p]}.
 *
 * <p>Derivatives, for {@code X = q^T a' r^-1} and {@code O = tril(X, -1) - tril(X, -1)^T}: {@code
 * q' = q (O - X) + a' r^-1} and {@code r' = (X - O) r}. With pivots, {@code a'[:, p]} replaces
 * {@code a'}.
 *
 * @param fullMatrices whether the columns are completed to a basis
 * @param pivoting whether each step takes the longest remaining column
 * @see <a href="https://j-towns.github.io/papers/qr-derivative.pdf">Townsend, Differentiating the
 *     QR decomposition, 2018</a>
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.qr.html">lax.linalg.qr</a>
 */
public record Qr(boolean fullMatrices, boolean pivoting) implements MatrixOp {

  @Override
  public String name() {
    return "qr";
  }

  @Override
  public boolean needsSquare() {
    return false;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    int inner = fullMatrices ? rows : Math.min(rows, columns);
    var factors = List.of(Shape.of(rows, inner), Shape.of(inner, columns));
    return pivoting ? List.of(factors.get(0), factors.get(1), Shape.of(columns)) : factors;
  }

  @Override
  public DType resultType(int result, DType matrix) {
    return result == 2 ? DType.I32 : matrix;
  }

  /**
   * With pivots, factors in double precision, so that rounding seldom decides which column is
   * longest.
   */
  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    var q = results.get(0);
    var r = results.get(1);
    if (!pivoting) {
      var reflections = Householder.of(kernels, matrix);
      reflections.storeQ(q);
      reflections.storeR(r);
      return;
    }
    var reflections = Householder.pivoted(kernels, matrix.converted(DType.F64));
    var exactQ = MatrixBlock.allocate(DType.F64, q.rows(), q.columns());
    reflections.storeQ(exactQ);
    q.setEach(exactQ);
    var exactR = MatrixBlock.allocate(DType.F64, r.rows(), r.columns());
    reflections.storeR(exactR);
    r.setEach(exactR);
    results.get(2).set(reflections.order());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    if (tangent == null) {
      return new Jvp(results, Collections.nCopies(results.size(), null));
    }
    var a = primals.getFirst();
    if (!pivoting) {
      return new Jvp(results, new ArrayList<>(factorTangents(a, results, tangent)));
    }
    var p = results.get(2);
    var moved =
        factorTangents(Matrices.permuteColumns(a, p), results, Matrices.permuteColumns(tangent, p));
    return new Jvp(results, Arrays.asList(moved.get(0), moved.get(1), null));
  }

  private List<Array> factorTangents(Array a, List<Array> factors, Array tangent) {
    var q = factors.get(0);
    var r = factors.get(1);
    if (a.dim(-2) < a.dim(-1)) {
      return wideTangents(a, q, r, tangent);
    }
    return fullMatrices && a.dim(-2) > a.dim(-1)
        ? fullTangents(q, r, tangent)
        : tallTangents(q, r, tangent);
  }

  private static List<Array> tallTangents(Array q, Array r, Array tangent) {
    var right = new TriangularSolve(false, false, false, false);
    var scaled = Trace.bind(right, r, tangent);
    var x = Matrices.matmul(Matrices.transpose(q), scaled);
    var lower = Matrices.tril(x, -1);
    var rotation = BinaryOps.sub(lower, Matrices.transpose(lower));
    return List.of(
        BinaryOps.add(Matrices.matmul(q, BinaryOps.sub(rotation, x)), scaled),
        Matrices.matmul(BinaryOps.sub(x, rotation), r));
  }

  /** The first columns are a square matrix; {@code r = q^T a} gives the others. */
  private static List<Array> wideTangents(Array a, Array q, Array r, Array tangent) {
    int rows = a.dim(-2);
    int columns = a.dim(-1);
    int axis = a.rank() - 1;
    var first =
        tallTangents(
            q,
            ShapeOps.sliceInDim(r, 0, rows, 1, axis),
            ShapeOps.sliceInDim(tangent, 0, rows, 1, axis));
    var dq = first.get(0);
    var others =
        BinaryOps.add(
            Matrices.matmul(Matrices.transpose(dq), ShapeOps.sliceInDim(a, rows, columns, 1, axis)),
            Matrices.matmul(
                Matrices.transpose(q), ShapeOps.sliceInDim(tangent, rows, columns, 1, axis)));
    return List.of(dq, ShapeOps.concatenate(List.of(first.get(1), others), axis));
  }

  /**
   * The tangents with the columns that complete the basis, with {@code Z = q21 (q11 - 1)^-1}. The
   * blocks of {@code q} are cut after as many rows and columns as {@code a} has columns.
   *
   * @see <a href="https://arxiv.org/abs/2409.13374">Roberts and Roberts, QR decomposition of
   *     rectangular matrices, 2024, equations 32 and 33</a>
   */
  private static List<Array> fullTangents(Array q, Array r, Array tangent) {
    int axis = q.rank() - 1;
    int rows = q.dim(-2);
    int columns = r.dim(-1);
    var q1 = ShapeOps.sliceInDim(q, 0, columns, 1, axis);
    var q2 = ShapeOps.sliceInDim(q, columns, rows, 1, axis);
    var first = tallTangents(q1, ShapeOps.sliceInDim(r, 0, columns, 1, axis - 1), tangent);
    var dq1 = first.getFirst();
    var q11 = ShapeOps.sliceInDim(q1, 0, columns, 1, axis - 1);
    var q21 = ShapeOps.sliceInDim(q1, columns, rows, 1, axis - 1);
    var dq11 = ShapeOps.sliceInDim(dq1, 0, columns, 1, axis - 1);
    var dq21 = ShapeOps.sliceInDim(dq1, columns, rows, 1, axis - 1);
    var turned = Matrices.transpose(BinaryOps.sub(q11, Matrices.identityLike(q11)));
    var lu = LinalgOps.lu(turned);
    var zt = LinalgOps.luSolve(lu.get(0), lu.get(2), Matrices.transpose(q21), false);
    var z = Matrices.transpose(zt);
    var dq2 =
        BinaryOps.sub(
            Matrices.matmul(dq1, zt),
            Matrices.matmul(
                BinaryOps.add(q1, Matrices.matmul(q2, z)),
                Matrices.transpose(BinaryOps.sub(dq21, Matrices.matmul(z, dq11)))));
    var zeros =
        ShapeOps.zeros(r.aval().withShape(r.shape().with(axis - 1, rows - columns)).strong());
    return List.of(
        ShapeOps.concatenate(List.of(dq1, dq2), axis),
        ShapeOps.concatenate(List.of(first.get(1), zeros), axis - 1));
  }
}

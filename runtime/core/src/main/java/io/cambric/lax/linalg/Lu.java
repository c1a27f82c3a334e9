package io.cambric.lax.linalg;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.Kernels;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matrices as {@code P^-1 L U} by Gauss elimination, with the largest element of each column as its
 * pivot.
 *
 * <p>Shapes: {@code [..., m, n] -> [..., m, n], i32[..., k], i32[..., m]} with {@code k = min(m,
 * n)}. The first result has the upper triangle {@code U}, and below it the multipliers of {@code L}
 * without its diagonal of ones. The second has the pivots: for each step, the row exchanged with
 * its own. The third is the permutation {@code p} with {@code a[p] = L U}. A singular matrix has a
 * zero on the diagonal of {@code U}.
 *
 * <p>Derivatives of {@code L} and {@code U}: {@code L tril(X, -1)} and {@code triu(X) U} with
 * {@code X = L^-1 P a' U^-1}.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.lu.html">lax.linalg.lu</a>
 */
public record Lu() implements MatrixOp {

  @Override
  public String name() {
    return "lu";
  }

  @Override
  public boolean needsSquare() {
    return false;
  }

  @Override
  public List<Shape> resultShapes(int rows, int columns) {
    return List.of(Shape.of(rows, columns), Shape.of(Math.min(rows, columns)), Shape.of(rows));
  }

  @Override
  public DType resultType(int result, DType matrix) {
    return result == 0 ? matrix : DType.I32;
  }

  @Override
  public void factor(Kernels kernels, MatrixBlock matrix, List<MatrixBlock> results) {
    var a = results.getFirst();
    int[] pivots =
        SmallMatrix.fits(matrix) ? eliminateSmall(matrix, a) : eliminate(kernels, matrix, a);
    var permutation = new int[a.rows()];
    for (int i = 0; i < permutation.length; i++) {
      permutation[i] = i;
    }
    for (int k = 0; k < pivots.length; k++) {
      int moved = permutation[k];
      permutation[k] = permutation[pivots[k]];
      permutation[pivots[k]] = moved;
    }
    results.get(1).set(pivots);
    results.get(2).set(permutation);
  }

  private static int[] eliminateSmall(MatrixBlock matrix, MatrixBlock result) {
    var a = SmallMatrix.of(matrix);
    int[] pivots = a.eliminate();
    a.store(result);
    return pivots;
  }

  private static int[] eliminate(Kernels kernels, MatrixBlock matrix, MatrixBlock result) {
    result.copyFrom(matrix);
    try (var products = new BlockProducts(kernels, result.buffer())) {
      return Elimination.run(products, result);
    }
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var results = Trace.bind(this, primals);
    var tangent = tangents.getFirst();
    return new Jvp(
        results,
        Arrays.asList(
            tangent == null ? null : tangent(results.get(0), results.get(2), tangent), null, null));
  }

  private static Array tangent(Array lu, Array permutation, Array tangent) {
    int rank = lu.rank();
    int rows = lu.dim(-2);
    int columns = lu.dim(-1);
    int inner = Math.min(rows, columns);
    var left = Matrices.tril(ShapeOps.sliceInDim(lu, 0, inner, 1, rank - 1), -1);
    var l = Matrices.withOnesFrom(widened(left, rank - 1, rows), 0);
    var right = Matrices.triu(ShapeOps.sliceInDim(lu, 0, inner, 1, rank - 2), 0);
    var u = Matrices.withOnesFrom(widened(right, rank - 2, columns), inner);
    var permuted = Matrices.permuteRows(tangent, permutation);
    var lt = Trace.bind(new TriangularSolve(true, true, false, true), l, permuted);
    var x = Trace.bind(new TriangularSolve(false, false, false, false), u, lt);
    return BinaryOps.add(
        Matrices.matmul(l, Matrices.tril(x, -1)), Matrices.matmul(Matrices.triu(x, 0), u));
  }

  /** {@return the matrices with zeros after the end of an axis} */
  private static Array widened(Array x, int axis, int size) {
    var none = Axes.filled(x.rank(), 0);
    int[] after = none.toArray();
    after[axis] = size - x.dim(axis);
    return ShapeOps.pad(
        x, ShapeOps.full(x.aval().withShape(Shape.scalar()), 0), none, Axes.of(after), none);
  }
}

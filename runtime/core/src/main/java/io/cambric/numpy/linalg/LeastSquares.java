package io.cambric.numpy.linalg;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Shapes;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import java.util.List;

/**
 * Least squares solutions for a matrix with at least as many rows as columns. If no singular value
 * is cut off, the solutions follow from a QR factorisation.
 *
 * @see <a href="https://www.netlib.org/lapack/lug/node27.html">LAPACK, linear least squares
 *     problems</a>
 */
final class LeastSquares {

  private static final Fn2<List<Array>, Array, Array> OF_FULL_RANK =
      Transforms.customJvp(
          (Fn2<List<Array>, Array, Array>) (a, b) -> solution(a.get(1), a.get(0).dim(1)),
          (a, b, da, db) -> tangent(a.getFirst(), b, da.getFirst(), db));

  private LeastSquares() {}

  /**
   * {@return the solution}
   *
   * @param a a matrix, not empty
   * @param b a matrix of right-hand sides
   * @param cutoff the fraction of the largest singular value below which values count as 0
   * @param bySingularValues the solution if some values may be cut off
   */
  static Array solve(Array a, Array b, double cutoff, ArrayFn2 bySingularValues) {
    int n = a.dim(1);
    var both = Lax.concatenate(List.of(a, b), 1);
    var reduced =
        Lax.slice(
            Lax.geqrf(Lax.stopGradient(both)).getFirst(),
            Axes.of(0, 0),
            Axes.of(n, both.dim(1)),
            Axes.of(1, 1));
    var identity = Creation.eye(n, n, 0, a.dtype());
    var inverse = solve(reduced, identity, false);
    var bound = length(Lax.stopGradient(a)).mul(length(inverse));
    double part = Math.max(cutoff, a.dim(0) * a.dtype().epsilon());
    var full = Comparisons.less(bound.mul(part), Operands.constant(bound, 1));
    // This solution needs a finite derivative even if the other one is selected.
    var safe = ElementSelection.where(full, a, Creation.eye(a.dim(0), n, 0, a.dtype()));
    return Transforms.cond(
        full,
        (List<Array> x) -> OF_FULL_RANK.apply(List.of(x.get(1), x.get(3)), x.get(2)),
        x -> bySingularValues.apply(x.get(0), x.get(2)),
        List.of(a, safe, b, reduced));
  }

  /** {@return the square root of the sum of squares, which bounds all singular values} */
  private static Array length(Array x) {
    return Lax.sqrt(Lax.reduceSum(Lax.square(x), Axes.of(0, 1)));
  }

  /** {@return the solution of equations with the triangle of the first columns} */
  private static Array solve(Array reduced, Array right, boolean transposed) {
    int n = right.dim(0);
    var triangle = reduced.dim(1) == n ? reduced : Lax.sliceInDim(reduced, 0, n, 1, 1);
    return Lax.triangularSolve(triangle, right, true, false, transposed, false);
  }

  private static Array solution(Array reduced, int columns) {
    return solve(reduced, Lax.sliceInDim(reduced, columns, reduced.dim(1), 1, 1), false);
  }

  /** With {@code a = q r}: {@code r x' = q^T (b' - a' x) + r^-T a'^T (b - a x)}. */
  private static Jvp<Array> tangent(Array a, Array b, Array da, Array db) {
    var factors = Lax.qr(a, false);
    var qt = Shapes.matrixTranspose(factors.get(0));
    var r = factors.get(1);
    var x = solve(r, Products.matmul(qt, b), false);
    var residual = b.sub(Products.matmul(a, x));
    var inside = Products.matmul(qt, db.sub(Products.matmul(da, x)));
    var outside = solve(r, Products.matmul(Shapes.matrixTranspose(da), residual), true);
    return new Jvp<>(x, solve(r, inside.add(outside), false));
  }
}

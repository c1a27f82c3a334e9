package io.cambric.lax.linalg;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.lax.op.IndexOps;
import io.cambric.lax.op.ShapeOps;
import java.util.List;

/**
 * The factorisations and linear solvers of {@code jax.lax.linalg}, for the matrices along the last
 * two axes. Dtypes f32 and f64.
 */
public final class LinalgOps {

  private LinalgOps() {}

  /**
   * {@return the lower triangle L such that {@code L L^T} is the matrix; NaN if the matrix is not
   * positive definite}
   *
   * @param symmetrizeInput whether {@code (x + x^T) / 2} is factored; otherwise the lower triangle
   *     of x is read
   */
  public static Array cholesky(Array x, boolean symmetrizeInput) {
    Matrices.require("cholesky", x.aval());
    Matrices.requireSquare("cholesky", x.aval());
    return Trace.bind(new Cholesky(), symmetrizeInput ? Matrices.symmetrized(x) : x);
  }

  /**
   * {@return the multipliers and the upper triangle of Gauss elimination in one matrix, the pivots,
   * and their permutation of rows}
   */
  public static List<Array> lu(Array x) {
    return Trace.bind(new Lu(), List.of(x));
  }

  /**
   * {@return the permutation that equals the exchanges of rows of {@link #lu}}
   *
   * @param permutationSize number of rows
   */
  public static Array luPivotsToPermutation(Array pivots, int permutationSize) {
    return Trace.bind(new LuPivotsToPermutation(permutationSize), pivots);
  }

  /**
   * {@return the solution x of {@code a x = b}; infinite or NaN for a singular a}
   *
   * @param b matrices of the shape of a, except for the last axis
   */
  public static Array linearSolve(Array a, Array b) {
    return Trace.bind(new LinearSolve(), a, b);
  }

  /**
   * {@return the solution x of {@code a x = b}, or of {@code a^T x = b}, for matrices factored by
   * {@link #lu}}
   *
   * @param b matrices of the shape of {@code lu}, except for the last axis
   */
  public static Array luSolve(Array lu, Array permutation, Array b, boolean transposed) {
    if (!transposed) {
      var permuted = Matrices.permuteRows(b, permutation);
      var inner = Trace.bind(new TriangularSolve(true, true, false, true), lu, permuted);
      return Trace.bind(new TriangularSolve(true, false, false, false), lu, inner);
    }
    var inner = Trace.bind(new TriangularSolve(true, false, true, false), lu, b);
    var permuted = Trace.bind(new TriangularSolve(true, true, true, true), lu, inner);
    var rows = ShapeOps.broadcastedIota(permutation.dtype(), permutation.shape(), b.rank() - 2);
    var inverse = IndexOps.sortKeyVal(permutation, rows, b.rank() - 2).get(1);
    return Matrices.permuteRows(permuted, inverse);
  }

  /**
   * {@return the solution of {@code op(a) x = b}, or of {@code x op(a) = b}, for triangular a}
   *
   * @param leftSide whether a is to the left of the unknown
   * @param lower which triangle of a is read
   * @param transposeA whether {@code op} is the transpose
   * @param unitDiagonal whether the diagonal of a is taken as ones
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.triangular_solve.html">lax.linalg.triangular_solve</a>
   */
  public static Array triangularSolve(
      Array a, Array b, boolean leftSide, boolean lower, boolean transposeA, boolean unitDiagonal) {
    return Trace.bind(new TriangularSolve(leftSide, lower, transposeA, unitDiagonal), a, b);
  }

  /**
   * {@return orthonormal columns and an upper triangle, with the matrices as products}
   *
   * @param fullMatrices whether the columns are completed to a basis
   */
  public static List<Array> qr(Array x, boolean fullMatrices) {
    return qr(x, fullMatrices, false);
  }

  /**
   * {@return orthonormal columns and an upper triangle; with pivots also the i32 permutation p of
   * columns with {@code a[:, p] = q r}}
   *
   * @param fullMatrices whether the columns are completed to a basis
   * @param pivoting whether columns are exchanged so that the diagonal of the triangle descends in
   *     absolute value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.linalg.qr.html">lax.linalg.qr</a>
   */
  public static List<Array> qr(Array x, boolean fullMatrices, boolean pivoting) {
    return Trace.bind(new Qr(fullMatrices, pivoting), List.of(x));
  }

  /**
   * {@return the triangle of {@link #qr} with the vectors of the reflections below it, and the
   * scales of the reflections} The form is that of LAPACK's {@code geqrf}. It has no derivative.
   */
  public static List<Array> geqrf(Array x) {
    return Trace.bind(new Geqrf(), List.of(x));
  }

  /**
   * {@return the eigenvectors, in columns, and the ascending eigenvalues of symmetric matrices}
   *
   * @param lower which triangle of x is read
   * @param symmetrizeInput whether {@code (x + x^T) / 2} is factored instead
   */
  public static List<Array> eigh(Array x, boolean lower, boolean symmetrizeInput) {
    Matrices.require("eigh", x.aval());
    Matrices.requireSquare("eigh", x.aval());
    var triangle = symmetrizeInput ? Matrices.symmetrized(x) : lower ? x : Matrices.transpose(x);
    return Trace.bind(new Eigh(true), List.of(triangle));
  }

  /**
   * {@return left singular vectors in columns, descending singular values, and right singular
   * vectors in rows; or the values alone}
   *
   * @param fullMatrices whether the vectors are completed to bases
   * @param computeUv whether vectors are computed
   */
  public static List<Array> svd(Array x, boolean fullMatrices, boolean computeUv) {
    var results = Trace.bind(new Svd(fullMatrices, computeUv), List.of(x));
    return computeUv ? List.of(results.get(1), results.get(0), results.get(2)) : results;
  }
}

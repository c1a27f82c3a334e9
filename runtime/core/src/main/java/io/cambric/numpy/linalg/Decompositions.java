package io.cambric.numpy.linalg;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.linalg.Eigh;
import io.cambric.numpy.result.EighResult;
import io.cambric.numpy.result.QrRawResult;
import io.cambric.numpy.result.QrResult;
import io.cambric.numpy.result.SvdResult;
import io.cambric.numpy.routine.Operands;
import io.cambric.numpy.routine.Shapes;

/** Factors of matrices. */
public final class Decompositions {

  private Decompositions() {}

  /** {@return the lower triangle L such that {@code L L^T} is the mean of x and its transpose} */
  public static Array cholesky(Array x) {
    return cholesky(x, false, true);
  }

  /**
   * {@return the Cholesky factor: the lower triangle L of {@code x = L L^T}, or the upper triangle
   * U of {@code x = U^T U}; NaN if x is not positive definite}
   *
   * <p>Shapes: {@code [..., n, n] -> [..., n, n]}.
   *
   * @param symmetrizeInput whether the mean of x and its transpose is factored; otherwise the lower
   *     triangle is read
   * @throws ShapeException if x is not square
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.cholesky.html">linalg.cholesky</a>
   */
  public static Array cholesky(Array x, boolean upper, boolean symmetrizeInput) {
    var lower = Lax.cholesky(Determinants.square("cholesky", x), symmetrizeInput);
    return upper ? Shapes.matrixTranspose(lower) : lower;
  }

  /** {@return eigenvalues and eigenvectors of symmetric matrices} */
  public static EighResult eigh(Array x) {
    return eigh(x, true, true);
  }

  /**
   * {@return eigenvalues, ascending, and eigenvectors of symmetric matrices, in columns of
   * unspecified sign}
   *
   * <p>Shapes: {@code [..., n, n] -> [..., n], [..., n, n]}. The derivative of the vectors is NaN
   * if a value is repeated.
   *
   * @param lower which triangle is read
   * @param symmetrizeInput whether to take the mean of x and its transpose instead
   * @throws ShapeException if x is not square
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.eigh.html">linalg.eigh</a>
   */
  public static EighResult eigh(Array x, boolean lower, boolean symmetrizeInput) {
    var both = Lax.eigh(Determinants.square("eigh", x), lower, symmetrizeInput);
    return new EighResult(both.get(1), both.get(0));
  }

  /** {@return the eigenvalues of symmetric matrices, ascending} */
  public static Array eigvalsh(Array x) {
    return eigvalsh(x, true, true);
  }

  /**
   * {@return the eigenvalues of symmetric matrices, ascending}
   *
   * @param lower which triangle is read
   * @param symmetrizeInput whether to take the mean of x and its transpose instead
   */
  public static Array eigvalsh(Array x, boolean lower, boolean symmetrizeInput) {
    var real = Determinants.square("eigh", x);
    var triangle =
        symmetrizeInput
            ? LinearEquations.symmetrized(real)
            : lower ? real : Shapes.matrixTranspose(real);
    return Trace.bind(new Eigh(false), triangle);
  }

  /** {@return orthonormal columns and an upper triangle, with the fewest possible columns} */
  public static QrResult qr(Array x) {
    return qr(x, false);
  }

  /**
   * {@return orthonormal columns and an upper triangle; its diagonal may be negative}
   *
   * <p>Shapes, with {@code k = min(m, n)} or, complete, {@code k = m}: {@code [..., m, n] -> [...,
   * m, k], [..., k, n]}.
   *
   * <p>The mode {@code r} of JAX is {@code qr(x).r()}.
   *
   * @param complete whether the columns are completed to a basis
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.qr.html">linalg.qr</a>
   */
  public static QrResult qr(Array x, boolean complete) {
    var both = Lax.qr(Operands.inexact(x), complete);
    return new QrResult(both.get(0), both.get(1));
  }

  /**
   * {@return the reflections that reduce the matrices to an upper triangle: the mode {@code raw} of
   * JAX}
   *
   * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., n, m], [..., k]}. As in JAX,
   * they have no derivative.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.qr.html">linalg.qr</a>
   */
  public static QrRawResult qrRaw(Array x) {
    var both = Lax.geqrf(Operands.inexact(x));
    return new QrRawResult(Shapes.matrixTranspose(both.get(0)), both.get(1));
  }

  /** {@return singular values and complete bases of singular vectors} */
  public static SvdResult svd(Array x) {
    return svd(x, true);
  }

  /**
   * {@return descending singular values and singular vectors of unspecified sign} The matrices are
   * {@code (u * s) vh}.
   *
   * <p>Shapes, with {@code k = min(m, n)}: {@code [..., m, n] -> [..., m, k], [..., k], [..., k,
   * n]}, or {@code [..., m, m], [..., k], [..., n, n]} for full matrices.
   *
   * @param fullMatrices whether the vectors are completed to bases
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.linalg.svd.html">linalg.svd</a>
   */
  public static SvdResult svd(Array x, boolean fullMatrices) {
    var all = Lax.svd(Operands.inexact(x), fullMatrices, true);
    return new SvdResult(all.get(0), all.get(1), all.get(2));
  }

  /** {@return the singular values, descending} */
  public static Array svdvals(Array x) {
    return svdvals(x, false);
  }

  /**
   * {@return the singular values, descending}
   *
   * @param hermitian whether x is symmetric, so that its eigenvalues give the singular values
   * @throws ShapeException if x is hermitian and not square
   */
  public static Array svdvals(Array x, boolean hermitian) {
    return hermitian
        ? MatrixOptions.hermitianSvdvals(x)
        : Lax.svd(Operands.inexact(x), false, false).getFirst();
  }

  /**
   * {@return singular values, descending, and singular vectors}
   *
   * @param fullMatrices whether the vectors are completed to bases; the vectors of symmetric
   *     matrices always are
   * @param hermitian whether x is symmetric, so that its eigenvalues give the singular values
   * @throws ShapeException if x is hermitian and not square
   */
  public static SvdResult svd(Array x, boolean fullMatrices, boolean hermitian) {
    return hermitian ? MatrixOptions.hermitianSvd(x) : svd(x, fullMatrices);
  }
}

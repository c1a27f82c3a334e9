package io.cambric.optax.linearalgebra;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Counts;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.Transforms;

/** Inverse roots of matrices. */
final class InverseRoots {

  static final String NAME = "matrix_inverse_pth_root";

  /** The factor by which an error may grow in one iteration before it shrinks again. */
  private static final double LARGEST_GROWTH = 1.2;

  private InverseRoots() {}

  /** {@return {@code matrix^(-1/p)} with its error} */
  public static InverseRoot matrixInversePthRoot(Array matrix, int p) {
    return matrixInversePthRoot(matrix, p, InverseRootOptions.DEFAULT);
  }

  /**
   * {@return {@code matrix^(-1/p)} with its error, by coupled Newton iterations}
   *
   * <pre>
   *   D = A + ridgeEpsilon |largest eigenvalue of A| I      z = (1 + p) / (2 |D|)
   *   M = z D            T = ((1 + p) I - M) / p
   *   X = z^(1/p) I      M = T^p M,  X = X T     until max |M - I| is small
   * </pre>
   *
   * <p>The root is computed in f32, or in f64 for an f64 matrix. If the error grows too much, the
   * iteration ends with the previous root. Optax has wrong roots for p other than 1, 2, 4 and 8.
   *
   * @param matrix {@code [n, n]}, symmetric with eigenvalues of at least 0
   * @param p a positive integer
   * @throws ShapeException if the matrix is not square
   * @see <a href="https://doi.org/10.1137/1.9780898717778">Higham, Functions of Matrices, 2008</a>,
   *     equation 7.18
   */
  public static InverseRoot matrixInversePthRoot(Array matrix, int p, InverseRootOptions options) {
    MatrixChecks.requireSquare(NAME, matrix);
    Hyperparameters.requireAtLeast(NAME, "p", 1, p, "1 is for the inverse, 2 for its square root.");
    var largest = PowerIteration.ofMatrix(matrix, PowerIterationOptions.DEFAULT).eigenvalue();
    var ridge = options.ridgeEpsilon().times(Numpy.maximum(largest, 1e-16));
    return matrix.dim(0) == 1 ? ofNumber(matrix, ridge, p) : ofMatrix(matrix, ridge, p, options);
  }

  private static InverseRoot ofNumber(Array matrix, Array ridge, int p) {
    var damped = matrix.add(ridge).astype(dtype(matrix));
    var root = damped.pow(exponent(p, damped));
    return new InverseRoot(root.astype(matrix.dtype()), NdArray.scalar(DType.F32, 0));
  }

  /** {@return the dtype of the iteration: f32 at least} */
  private static DType dtype(Array matrix) {
    return Numpy.promoteTypes(matrix.dtype(), DType.F32);
  }

  private static Array exponent(int p, Array like) {
    return NdArray.scalar(like.dtype(), -1.0 / p);
  }

  /**
   * The carry of the iteration.
   *
   * @param count iterations so far
   * @param powers M, which converges to the identity
   * @param root X, which converges to the root
   * @param rootBefore root of the previous iteration
   * @param error the largest absolute element of M - I
   * @param shrinks whether the error has not grown much
   */
  @PyTree
  record Newton(
      Array count, Array powers, Array root, Array rootBefore, Array error, Array shrinks) {}

  private static InverseRoot ofMatrix(
      Array matrix, Array ridge, int p, InverseRootOptions options) {
    var identity = Numpy.eye(matrix.dim(0), matrix.dim(0), 0, dtype(matrix));
    var damped = matrix.add(ridge.mul(identity));
    var scale = NdArray.scalar(damped.dtype(), 1 + p).div(Linalg.norm(damped).mul(2));
    var powers = damped.mul(scale);
    var root = identity.mul(scale.pow(1.0 / p));
    var first =
        new Newton(
            Counts.zero(),
            powers,
            root,
            root,
            distance(powers, identity),
            NdArray.scalar(DType.BOOL, 1));
    var last =
        Transforms.whileLoop(at -> unfinished(at, options), at -> next(at, identity, p), first);
    var better = Numpy.where(last.shrinks, last.root, last.rootBefore);
    return new InverseRoot(better.astype(matrix.dtype()), distance(last.powers, identity));
  }

  private static Array unfinished(Newton at, InverseRootOptions options) {
    return at.count
        .lt(options.numIters())
        .and(at.error.gt(options.errorTolerance().like(at.error)))
        .and(at.shrinks);
  }

  private static Newton next(Newton at, Array identity, int p) {
    var alpha = exponent(p, at.powers);
    var step = alpha.neg().add(1).mul(identity).add(alpha.mul(at.powers));
    var powers = Linalg.matrixPower(step, p).matmul(at.powers);
    var error = distance(powers, identity);
    return new Newton(
        Counts.increment(at.count),
        powers,
        at.root.matmul(step),
        at.root,
        error,
        error.lt(at.error.mul(LARGEST_GROWTH)));
  }

  private static Array distance(Array powers, Array identity) {
    return powers.sub(identity).abs().max();
  }
}

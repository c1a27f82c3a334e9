package io.cambric.optax.linearalgebra;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import org.jspecify.annotations.Nullable;

/** Least squares with nonnegative weights. */
final class NonNegativeLeastSquares {

  static final String NAME = "nnls";

  private NonNegativeLeastSquares() {}

  /** {@return the nonnegative x with the smallest {@code |A x - b|}} */
  public static Array nnls(Array a, Array b, int iters) {
    return nnls(a, b, iters, NnlsOptions.DEFAULT);
  }

  /**
   * {@return the nonnegative x with the smallest {@code |A x - b|}, by fast projected gradients}
   *
   * <pre>
   *   c'  = (1 + sqrt(1 + 4 c^2)) / 2
   *   x'  = max(p - (A^T A p - A^T b) / L, 0)
   *   p'  = x' + (c - 1) / c' (x' - x)
   * </pre>
   *
   * <p>The result is {@code [n]} or {@code [n, k]}. By default, L is the smaller of the Frobenius
   * norm of {@code A^T A} and its largest column sum.
   *
   * @param a {@code [m, n]}
   * @param b {@code [m]}, or {@code [m, k]} for k problems
   * @param iters iterations
   * @throws ShapeException if the shapes do not match
   * @see <a href="https://www.ams.org/books/conm/636/">Polyak, Projected gradient method for
   *     non-negative least square, 2015</a>
   */
  public static Array nnls(Array a, Array b, int iters, NnlsOptions options) {
    requireFitting(a, b);
    Hyperparameters.requireAtLeast(NAME, "iters", 0, iters, "1000 is usual.");
    var squares = a.transpose().matmul(a);
    var target = a.transpose().matmul(b);
    var bound = bound(squares, options.l());
    var start = Lax.zeros(new ShapedArray(target.shape(), target.dtype()));
    Fn2<Descent, @Nullable Object, Carry<Descent, @Nullable Object>> body =
        (at, _) -> new Carry<>(next(at, squares, target, bound), null);
    return Transforms.scan(
            body,
            new Descent(start, start, NdArray.weakScalar(0.0)),
            null,
            ScanOptions.DEFAULT.withLength(iters).withUnroll(options.unroll()))
        .carry()
        .x();
  }

  private static void requireFitting(Array a, Array b) {
    boolean ranks = a.rank() == 2 && (b.rank() == 1 || b.rank() == 2);
    if (!ranks || a.dim(0) != b.dim(0)) {
      throw new ShapeException(
          "%s needs a matrix [m, n] and a target [m] or [m, k], but got %s and %s. Map it over several matrices with vmap."
              .formatted(NAME, a.aval(), b.aval()));
    }
    MatrixChecks.requireFloating(NAME, a);
    MatrixChecks.requireFloating(NAME, b);
  }

  /** The step size is the inverse of the bound, so the bound of a matrix of zeros is 1. */
  private static Array bound(Array squares, @Nullable Scalar given) {
    if (squares.size() == 0) {
      return NdArray.scalar(squares.dtype(), 1);
    }
    var bound =
        given == null
            ? Numpy.minimum(Linalg.norm(squares), squares.abs().sum(0).max())
            : given.like(squares);
    return Numpy.where(bound.eq(0), 1, bound);
  }

  /**
   * The carry of the descent.
   *
   * @param x the weights
   * @param ahead the weights after the momentum, at which the next gradient is taken
   * @param c the number from which the momentum follows
   */
  @PyTree
  record Descent(Array x, Array ahead, Array c) {}

  private static Descent next(Descent at, Array squares, Array target, Array bound) {
    var c = at.c.square().mul(4).add(1).sqrt().add(1).div(2);
    var momentum = at.c.sub(1).div(c);
    var gradient = squares.matmul(at.ahead).sub(target);
    var x = Numpy.maximum(at.ahead.sub(gradient.div(bound)), 0.0);
    return new Descent(x, x.add(momentum.mul(x.sub(at.x))), c);
  }
}

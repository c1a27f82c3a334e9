package io.cambric.optax.contrib;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;

/**
 * Newton-Schulz iterations, which bring the singular values of a matrix near one.
 *
 * <pre>
 *   A = X X^T
 *   X' = a X + (b A + c A A) X
 * </pre>
 *
 * <p>A matrix with more rows than columns is transposed first, which makes {@code A} the smaller
 * product.
 *
 * @see <a href="https://github.com/KellerJordan/modded-nanogpt">Jordan, 2024</a>
 */
final class NewtonSchulz {

  /** The eps of the first iteration of AOL and Schatten, which is fixed in Optax. */
  private static final double FIRST_EPS = 1e-8;

  private final Preconditioning preconditioning;
  private final int steps;
  private final Scalar eps;

  NewtonSchulz(Preconditioning preconditioning, int steps, Scalar eps) {
    this.preconditioning = preconditioning;
    this.steps = steps;
    this.eps = eps;
  }

  static Array orthogonalized(
      Array x, NewtonSchulzCoefficients coefficients, int steps, Preconditioning preconditioning) {
    if (x.rank() < 2) {
      throw new ShapeException(
          "orthogonalize_via_newton_schulz needs matrices, but got %s. Reshape it to [rows, columns]."
              .formatted(x.aval()));
    }
    coefficients.require("orthogonalize_via_newton_schulz", steps);
    return new NewtonSchulz(preconditioning, steps, Scalar.of(1e-8))
        .orthogonalized(x, coefficients.array());
  }

  /**
   * {@return the matrices with singular values near one}
   *
   * @param x {@code [..., rows, columns]}
   * @param coefficients {@code [3]}, the same in each step, or {@code [steps, 3]}
   */
  Array orthogonalized(Array x, Array coefficients) {
    boolean tall = x.dim(-2) > x.dim(-1);
    var wide = scaled(tall ? x.swapaxes(-1, -2) : x);
    var factors = coefficients.astype(x.dtype());
    int count = factors.rank() == 1 ? steps : factors.dim(0);
    for (int i = 0; i < count; i++) {
      wide = iterated(wide, factors.rank() == 1 ? factors : factors.get(i), i == 0);
    }
    return tall ? wide.swapaxes(-1, -2) : wide;
  }

  private Array scaled(Array x) {
    return switch (preconditioning) {
      case FROBENIUS -> x.div(eps.plus(frobenius(x)));
      case SPECTRAL -> x.div(eps.plus(largest(Linalg.svdvals(x))));
      case AOL, SCHATTEN -> x;
    };
  }

  private static Array frobenius(Array x) {
    return Numpy.sum(x.square(), Axes.of(-2, -1), true).sqrt();
  }

  private static Array largest(Array values) {
    return values.max(-1).expandDims(-1).expandDims(-1);
  }

  private Array iterated(Array x, Array factors, boolean first) {
    var a = x.matmul(x.swapaxes(-1, -2));
    if (!first) {
      return polynomial(x, a, factors);
    }
    return switch (preconditioning) {
      case FROBENIUS, SPECTRAL -> polynomial(x, a, factors);
      case AOL -> {
        var sums = Numpy.maximum(a.abs().sum(-1), FIRST_EPS);
        var s = Lax.rsqrt(sums).expandDims(-1);
        yield polynomial(x.mul(s), a.mul(s).mul(s.swapaxes(-1, -2)), factors);
      }
      case SCHATTEN -> {
        var s = Lax.rsqrt(Numpy.maximum(frobenius(a), FIRST_EPS));
        yield polynomial(x.mul(s), a.mul(s.square()), factors);
      }
    };
  }

  private static Array polynomial(Array x, Array a, Array factors) {
    var b = factors.get(1).mul(a).add(factors.get(2).mul(a).matmul(a));
    return factors.get(0).mul(x).add(b.matmul(x));
  }
}

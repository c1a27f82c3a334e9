package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;
import java.util.List;

/** Samplers of orthogonal matrices and of correlated normal vectors. */
final class MatrixSamplers {

  private MatrixSamplers() {}

  /** {@return a square matrix with orthonormal columns, of uniform distribution} */
  public static Array orthogonal(Key key, int n) {
    return orthogonal(key, n, Shape.scalar());
  }

  /** {@return a matrix with orthonormal columns, or orthonormal rows if there are fewer rows} */
  public static Array orthogonal(Key key, int n, int m) {
    return orthogonal(key, n, Shape.scalar(), DType.defaultFloat(), m);
  }

  /** {@return square matrices with orthonormal columns, of uniform distribution} */
  public static Array orthogonal(Key key, int n, Shape shape) {
    return orthogonal(key, n, shape, DType.defaultFloat(), n);
  }

  /**
   * {@return matrices with orthonormal columns, or orthonormal rows if there are fewer rows, of
   * uniform distribution}
   *
   * @param n number of rows
   * @param shape of the array of matrices
   * @param m number of columns
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.orthogonal.html">random.orthogonal</a>
   */
  public static Array orthogonal(Key key, int n, Shape shape, DType dtype, int m) {
    var sizes = Shape.of(Math.max(n, m), Math.min(n, m));
    var factors = Lax.qr(BasicSamplers.normal(key, shape.concat(sizes), dtype), false);
    var signs = Lax.sign(Numpy.diagonal(factors.get(1), 0, -2, -1));
    var matrices = Numpy.multiply(factors.get(0), Numpy.expandDims(signs, -2));
    return n < m ? Numpy.matrixTranspose(matrices) : matrices;
  }

  /** {@return vectors from the normal distribution of a mean and a covariance} */
  public static Array multivariateNormal(Key key, Array mean, Array cov) {
    var shape =
        Numpy.broadcastShapes(
            mean.shape().slice(0, Math.max(0, mean.rank() - 1)),
            cov.shape().slice(0, Math.max(0, cov.rank() - 2)));
    var dtype = Promotion.toInexact(Promotion.resultType(List.of(mean, cov)).dtype());
    return multivariateNormal(key, mean, cov, shape, dtype, Factorization.CHOLESKY);
  }

  /**
   * {@return vectors from the normal distribution of a mean and a covariance} They are {@code mean
   * + factor z} for a standard normal z, where {@code factor factor^T} is the covariance.
   *
   * <p>Shapes: {@code mean: [..., n], cov: [..., n, n] -> [shape..., n]}.
   *
   * @param mean its leading axes broadcast to the shape
   * @param cov symmetric, positive semidefinite; its leading axes broadcast to the shape
   * @param dtype of the normal numbers
   * @throws ShapeException if the parameters do not match each other and the shape
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.multivariate_normal.html">random.multivariate_normal</a>
   */
  public static Array multivariateNormal(
      Key key, Array mean, Array cov, Shape shape, DType dtype, Factorization method) {
    boolean fits =
        mean.rank() >= 1
            && cov.rank() >= 2
            && cov.dim(-1) == mean.dim(-1)
            && cov.dim(-2) == mean.dim(-1)
            && Numpy.broadcastShapes(
                    shape,
                    mean.shape().slice(0, mean.rank() - 1),
                    cov.shape().slice(0, cov.rank() - 2))
                .equals(shape);
    if (!fits) {
      throw new ShapeException(
          "multivariateNormal of shape %s needs a mean [..., n] and a covariance [..., n, n] whose leading axes broadcast to it, but got %s and %s."
              .formatted(shape, mean.aval(), cov.aval()));
    }
    var common = Promotion.toInexact(Promotion.resultType(List.of(mean, cov)).dtype());
    var factor = factor(cov.astype(common), method);
    var normal = BasicSamplers.normal(key, shape.insert(shape.rank(), mean.dim(-1)), dtype);
    var moved = Numpy.matmul(factor, Numpy.expandDims(normal, -1)).squeeze(-1);
    return Numpy.add(mean.astype(common), moved);
  }

  private static Array factor(Array cov, Factorization method) {
    return switch (method) {
      case CHOLESKY -> Linalg.cholesky(cov);
      case EIGH -> {
        var parts = Linalg.eigh(cov);
        yield scaled(parts.eigenvectors(), parts.eigenvalues());
      }
      case SVD -> {
        var parts = Linalg.svd(cov);
        yield scaled(parts.u(), parts.s());
      }
    };
  }

  private static Array scaled(Array vectors, Array squares) {
    return Numpy.multiply(vectors, Numpy.expandDims(Lax.sqrt(squares), -2));
  }
}

package io.cambric.random;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/** Random matrices, and vectors whose elements depend on each other. */
abstract class MatrixSamplers extends GammaSamplers {

  MatrixSamplers() {}

  /** {@return a square matrix with orthonormal columns, uniform among them} */
  public static Array orthogonal(Key key, int n) {
    return orthogonal(key, n, Shape.scalar());
  }

  /** {@return a matrix with orthonormal columns, or rows where there are fewer} */
  public static Array orthogonal(Key key, int n, int m) {
    return orthogonal(key, n, Shape.scalar(), DType.defaultFloat(), m);
  }

  /** {@return square matrices with orthonormal columns, uniform among them} */
  public static Array orthogonal(Key key, int n, Shape shape) {
    return orthogonal(key, n, shape, DType.defaultFloat(), n);
  }

  /**
   * {@return matrices with orthonormal columns, or rows where there are fewer, uniform among them}
   *
   * @param n number of rows
   * @param shape of the array of matrices
   * @param m number of columns
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.random.orthogonal.html">random.orthogonal</a>
   */
  public static Array orthogonal(Key key, int n, Shape shape, DType dtype, int m) {
    var sizes = Shape.of(Math.max(n, m), Math.min(n, m));
    var factors = Lax.qr(normal(key, shape.concat(sizes), dtype), false);
    var signs = Lax.sign(Numpy.diagonal(factors.get(1), 0, -2, -1));
    var matrices = Numpy.multiply(factors.get(0), Numpy.expandDims(signs, -2));
    return n < m ? Numpy.matrixTranspose(matrices) : matrices;
  }
}

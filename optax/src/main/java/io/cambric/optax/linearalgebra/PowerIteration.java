package io.cambric.optax.linearalgebra;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;

/** Power iteration. */
final class PowerIteration {

  static final String NAME = "power_iteration";

  private PowerIteration() {}

  /** {@return the dominant eigenvalue of a matrix, from a random first vector} */
  public static Eigenpair<Array> powerIteration(Array matrix) {
    return powerIteration(matrix, PowerIterationOptions.DEFAULT);
  }

  /**
   * {@return the dominant eigenvalue of a matrix, from a random first vector}
   *
   * <p>The first vector is uniform in {@code [-1, 1)}, drawn from the key of the options.
   *
   * @param matrix {@code [n, n]}, diagonalisable
   * @throws ShapeException if the matrix is not square
   */
  public static Eigenpair<Array> powerIteration(Array matrix, PowerIterationOptions options) {
    return ofMatrix(matrix, options);
  }

  static Eigenpair<Array> ofMatrix(Array matrix, PowerIterationOptions options) {
    MatrixChecks.requireSquare(NAME, matrix);
    var first = Random.uniform(options.key(), Shape.of(matrix.dim(0)), matrix.dtype(), -1, 1);
    return iterate(matrix::matmul, first, options);
  }

  /** {@return the dominant eigenvalue of a matrix, from a first vector} */
  public static Eigenpair<Array> powerIteration(Array matrix, Array v0) {
    return powerIteration(matrix, v0, PowerIterationOptions.DEFAULT);
  }

  /**
   * {@return the dominant eigenvalue of a matrix, from a first vector}
   *
   * @param matrix {@code [n, n]}, diagonalisable
   * @param v0 {@code [n]}
   * @throws ShapeException if the matrix is not square, or the vector does not match
   */
  public static Eigenpair<Array> powerIteration(
      Array matrix, Array v0, PowerIterationOptions options) {
    MatrixChecks.requireSquare(NAME, matrix);
    if (!v0.shape().equals(Shape.of(matrix.dim(0)))) {
      throw new ShapeException(
          "%s needs a first vector of shape %s for the matrix %s, but got %s. Leave it out for a random one."
              .formatted(NAME, Shape.of(matrix.dim(0)), matrix.aval(), v0.aval()));
    }
    return powerIteration(matrix::matmul, v0, options);
  }

  /** {@return the dominant eigenvalue of a linear map on trees} */
  public static <T> Eigenpair<T> powerIteration(Fn<T, T> matrix, T v0) {
    return powerIteration(matrix, v0, PowerIterationOptions.DEFAULT);
  }

  /**
   * {@return the dominant eigenvalue of a linear map on trees: the one with the largest absolute
   * value}
   *
   * <pre>
   *   v = z / |z|      z = A v      eigenvalue = v . z
   * </pre>
   *
   * <p>The iteration stops when {@code |A v - eigenvalue v|} is below the tolerance times the
   * eigenvalue, or after the maximum number of iterations. It may not converge if the dominant
   * eigenvalue is not unique.
   *
   * @param matrix from a vector to its product with a diagonalisable matrix
   * @param v0 the first vector, not 0
   * @see <a href="https://en.wikipedia.org/wiki/Power_iteration">Power iteration</a>
   */
  public static <T> Eigenpair<T> powerIteration(
      Fn<T, T> matrix, T v0, PowerIterationOptions options) {
    return iterate(matrix, v0, options);
  }

  /** A vector of norm 1, its product with the matrix, and the eigenvalue that follows from both. */
  @PyTree
  record Iterate<T>(T vector, T product, Array eigenvalue, Array count) {}

  private static <T> Eigenpair<T> iterate(Fn<T, T> matrix, T v0, PowerIterationOptions options) {
    var length = Norms.global(v0);
    var vector = divided(v0, length);
    var none = NdArray.scalar(length.dtype(), 0);
    var found =
        Transforms.whileLoop(
            iterate -> unfinished(iterate, options),
            iterate -> next(matrix, iterate),
            new Iterate<>(vector, matrix.apply(vector), none, Counts.zero()));
    return new Eigenpair<>(found.eigenvalue, normalized(found.product));
  }

  private static <T> Iterate<T> next(Fn<T, T> matrix, Iterate<T> before) {
    var vector = normalized(before.product);
    var product = matrix.apply(vector);
    return new Iterate<>(
        vector, product, InnerProducts.of(vector, product), Counts.increment(before.count));
  }

  private static <T> Array unfinished(Iterate<T> at, PowerIterationOptions options) {
    var expected = InnerProducts.scaled(at.vector, at.eigenvalue);
    var error = Norms.global(Leaves.map(at.product, expected, Array::sub)).div(at.eigenvalue);
    var converged = Numpy.abs(error).lt(options.errorTolerance().like(error));
    return converged.not().and(at.count.lt(options.numIters()));
  }

  private static <T> T normalized(T tree) {
    return divided(tree, Norms.global(tree));
  }

  /** A product with the reciprocal has the bits of Optax. */
  private static <T> T divided(T tree, Array length) {
    return InnerProducts.scaled(tree, NdArray.scalar(length.dtype(), 1).div(length));
  }
}

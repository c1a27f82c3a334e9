package io.cambric.conformance.jax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.core.Array;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Signs of vectors that are drawn with a factor of their covariance. The signs of the factor's
 * columns are not determined. So along each column the side of the mean is not determined either,
 * and is taken from the recorded draws.
 */
final class DrawDirections {

  private DrawDirections() {}

  /** {@return whether a case draws such vectors} */
  static boolean areDrawn(GoldenCase golden) {
    return golden.json().path("fn").asString("").endsWith("multivariate_normal");
  }

  /**
   * {@return the draws, mirrored along the axes of their covariance}
   *
   * @param inputs of the call, whose second and third arguments are mean and covariance
   */
  static @Nullable Object aligned(
      GoldenCase golden,
      Map<String, @Nullable Object> inputs,
      @Nullable Object expected,
      @Nullable Object actual) {
    if (!(input(golden, inputs, 1) instanceof Array mean)
        || !(input(golden, inputs, 2) instanceof Array covariance)
        || !(expected instanceof Array recorded)
        || !(actual instanceof Array drawn)) {
      return actual;
    }
    var axes = Linalg.eigh(covariance).eigenvectors();
    var came = Numpy.matmul(drawn.sub(mean), axes);
    var sides = Numpy.sign(Numpy.matmul(recorded.sub(mean), axes)).mul(Numpy.sign(came));
    return Numpy.matmul(came.mul(sides), Numpy.matrixTranspose(axes)).add(mean);
  }

  private static @Nullable Object input(
      GoldenCase golden, Map<String, @Nullable Object> inputs, int argument) {
    var name = golden.json().path("args").path(argument).asString("");
    return name.startsWith("$") ? inputs.get(name.substring(1)) : null;
  }
}

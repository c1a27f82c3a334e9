package io.cambric.conformance.jax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.core.Array;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns vectors drawn with a factor of their covariance to the recorded ones: the signs of the
 * columns of the factor are not determined, so neither is on which side of the mean a draw lies
 * along each of them.
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
  static @Nullable Object turned(
      GoldenCase golden,
      Map<String, @Nullable Object> inputs,
      @Nullable Object expected,
      @Nullable Object actual) {
    if (!(input(golden, inputs, 1) instanceof Array mean)
        || !(input(golden, inputs, 2) instanceof Array covariance)
        || !(expected instanceof Array wanted)
        || !(actual instanceof Array drawn)) {
      return actual;
    }
    var axes = Linalg.eigh(covariance).eigenvectors();
    var came = Numpy.matmul(drawn.sub(mean), axes);
    var sides = Numpy.sign(Numpy.matmul(wanted.sub(mean), axes)).mul(Numpy.sign(came));
    return Numpy.matmul(came.mul(sides), Numpy.matrixTranspose(axes)).add(mean);
  }

  private static @Nullable Object input(
      GoldenCase golden, Map<String, @Nullable Object> inputs, int argument) {
    var name = golden.json().path("args").path(argument).asString("");
    return name.startsWith("$") ? inputs.get(name.substring(1)) : null;
  }
}

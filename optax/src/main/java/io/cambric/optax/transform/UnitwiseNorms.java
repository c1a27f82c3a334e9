package io.cambric.optax.transform;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Scalar;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Norms of units, such as the weights that lead to one output, and clipping by them.
 *
 * @see <a href="https://arxiv.org/abs/2102.06171">Brock et al., 2021</a>
 */
public final class UnitwiseNorms {

  private UnitwiseNorms() {}

  /**
   * {@return the norm of the unit of each element, in the shape of {@code x}}
   *
   * @param axes axes over which a unit extends. If {@code null}, all axes of scalars and vectors,
   *     the first of two or three axes, and all but the last axis of convolution kernels
   * @throws ShapeException if no axes are given and {@code x} has more than five
   */
  public static Array norm(Array x, @Nullable Axes axes) {
    return x.square().sum(extent(x, axes), true).sqrt().broadcastTo(x.shape());
  }

  /** {@return the axes of a unit, either given or the axes of {@link #norm}} */
  static Axes extent(Array x, @Nullable Axes axes) {
    if (axes != null) {
      return axes;
    }
    if (IntStream.range(0, x.rank()).filter(axis -> x.dim(axis) != 1).count() <= 1) {
      return Axes.range(0, x.rank());
    }
    return switch (x.rank()) {
      case 2, 3 -> Axes.of(0);
      case 4, 5 -> Axes.range(0, x.rank() - 1);
      default ->
          throw new ShapeException(
              "unitwise_norm needs an array of at most 5 axes, but got %s. Pass the axes of a unit."
                  .formatted(x.aval()));
    };
  }

  /**
   * {@return the gradient, with norms limited to the largest norm}
   *
   * @param norm of the unit of each element
   * @param maxNorm largest norm of that unit
   * @param gradient the gradient, in the same shape
   * @param divEps the least divisor
   * @throws ShapeException if the shapes differ
   */
  public static Array clip(Array norm, Array maxNorm, Array gradient, Scalar divEps) {
    if (!norm.shape().equals(maxNorm.shape()) || !norm.shape().equals(gradient.shape())) {
      throw new ShapeException(
          "unitwise_clip needs norms, maximum norms and gradients of equal shape, but got %s, %s and %s. Compute norms with unitwise_norm."
              .formatted(norm.aval(), maxNorm.aval(), gradient.aval()));
    }
    var clipped = gradient.mul(maxNorm.div(Numpy.maximum(norm, divEps.like(norm))));
    return Numpy.where(norm.lt(maxNorm), gradient, clipped);
  }
}

package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.projection.SimplexProjection;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;

/**
 * The sparsemax loss of scores s over the last axis: {@code p.s + (1 - p.p) / 2 - s[label]}, where
 * p is the point of the simplex nearest to s.
 *
 * <p>The derivative is {@code p - onehot}, also at ties and where p leaves the boundary. A change
 * of p does not contribute, because p is the maximiser.
 *
 * @see <a href="https://arxiv.org/abs/1602.02068">Martins and Astudillo, 2016</a>
 */
final class MulticlassSparsemax {

  private static final Fn2<Array, Array, Array> FUNCTION =
      Transforms.customJvp(MulticlassSparsemax::value, MulticlassSparsemax::rule);

  private MulticlassSparsemax() {}

  static Array of(Array scores, Array labels) {
    return FUNCTION.apply(labels, scores);
  }

  private static Array value(Array labels, Array scores) {
    // Scores are relative to that of the label, which is then exactly 0.
    var relative = scores.sub(Numpy.takeAlongAxis(scores, labels.expandDims(-1), -1));
    relative = Numpy.where(isLabel(labels, scores), Numpy.zerosLike(relative), relative);
    var nearest = SimplexProjection.ofRows(scores);
    var inner = nearest.mul(Numpy.where(nearest.eq(0), Numpy.zerosLike(relative), relative));
    return inner.sum(-1).add(nearest.square().sum(-1).neg().add(1).mul(0.5));
  }

  private static Jvp<Array> rule(Array labels, Array scores, Array tangent) {
    var isLabel = isLabel(labels, scores).astype(scores.dtype());
    var slope = SimplexProjection.ofRows(scores).sub(isLabel);
    return new Jvp<>(of(scores, labels), slope.mul(tangent).sum(-1));
  }

  private static Array isLabel(Array labels, Array scores) {
    return Numpy.arange(scores.dim(-1)).eq(labels.expandDims(-1));
  }
}

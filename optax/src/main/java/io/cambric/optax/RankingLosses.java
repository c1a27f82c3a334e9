package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import org.jspecify.annotations.Nullable;

/** Losses of learning to rank, which compare the order of a list. {@link Losses} offers them. */
final class RankingLosses {

  private RankingLosses() {}

  /** {@return the mean over lists of the softmax loss of their items} */
  public static Array rankingSoftmaxLoss(Array logits, Array labels) {
    return rankingSoftmaxLoss(logits, labels, null, null, LossReduction.MEAN);
  }

  /**
   * {@return the softmax loss of lists: {@code -sum(weights * labels * logSoftmax(logits))} over
   * the items}
   *
   * <p>Shapes: {@code [..., items]} for each operand. The losses of all lists are reduced.
   *
   * @param labels the relevance of each item, 0 or more
   * @param where bool, the items that count; {@code null} for all. Reductions ignore a list without
   *     any
   * @param weights of the items, {@code null} for 1 each
   * @param reduction of the losses of the lists
   * @see <a href="https://dl.acm.org/doi/10.1145/3341981.3344221">Bruch et al., 2019</a>
   */
  public static Array rankingSoftmaxLoss(
      Array logits,
      Array labels,
      @Nullable Array where,
      @Nullable Array weights,
      LossReduction reduction) {
    var name = "ranking_softmax_loss";
    LossChecks.requireFloating(name, "logits", logits);
    LossChecks.requireFitting(name, "logits", logits, "labels", labels);
    LossChecks.requireReducible(name, logits, Axes.of(-1), where);
    if (weights != null) {
      LossChecks.requireFitting(name, "labels", labels, "weights", weights);
    }
    var relevances = labels.astype(logits.dtype());
    var scores = logits;
    if (where != null) {
      relevances = Numpy.where(where, relevances, Numpy.zerosLike(relevances));
      scores = Numpy.where(where, scores, Numpy.fullLike(scores, Double.NEGATIVE_INFINITY));
    }
    if (weights != null) {
      relevances = relevances.mul(weights);
    }
    var entropies = relevances.mul(Activations.logSoftmax(scores));
    var losses = Numpy.sum(entropies, Axes.of(-1), false, where).neg();
    return reduction.reduce(losses, where == null ? null : Numpy.any(where, -1));
  }

  /**
   * {@return the Fenchel-Young loss of a function: {@code maxFun(scores) - scores.targets} along
   * the last axis}
   *
   * <p>With {@code logsumexp}, it is the softmax cross entropy up to a constant; with {@code max},
   * the perceptron loss. Its gradient is the gradient of {@code maxFun} minus the targets.
   *
   * @param maxFun from a vector of scores to a number; convex
   * @return a function of scores and targets {@code [..., n]}
   * @see <a href="https://arxiv.org/abs/1901.02324">Blondel, Martins and Niculae, 2020</a>
   */
  public static ArrayFn2 makeFenchelYoungLoss(ArrayFn maxFun) {
    return (scores, targets) -> {
      if (scores.rank() == 0 || !scores.shape().equals(targets.shape())) {
        throw new ShapeException(
            "fenchel_young_loss needs scores and targets of equal shape with at least one axis, but got %s and %s."
                .formatted(scores.aval(), targets.aval()));
      }
      int size = scores.dim(-1);
      var rows = scores.shape().slice(0, scores.rank() - 1);
      var flat = scores.reshape(Shape.of(rows.size(), size));
      var largest = Transforms.vmap(maxFun).apply(flat).reshape(rows);
      return largest.sub(targets.mul(scores).sum(-1));
    };
  }
}

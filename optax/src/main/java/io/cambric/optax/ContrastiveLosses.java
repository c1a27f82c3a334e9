package io.cambric.optax;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.optax.hyperparameter.Hyperparameters;
import java.util.List;

/** Losses that compare the examples of a batch with each other. {@link Losses} offers them. */
final class ContrastiveLosses {

  /** The temperature in the paper. */
  private static final double TEMPERATURE = 0.07;

  private ContrastiveLosses() {}

  /** {@return the normalized temperature-scaled cross entropy of embeddings, at 0.07} */
  public static Array ntxent(Array embeddings, Array labels) {
    return ntxent(embeddings, labels, TEMPERATURE);
  }

  /**
   * {@return the normalized temperature-scaled cross entropy of embeddings}
   *
   * <p>It is the mean of {@code -log(e(i, j) / (e(i, j) + sum_k e(i, k)))} over pairs (i, j) with
   * equal labels. Here k runs over examples of other labels, and {@code e = exp(cosine /
   * temperature)}. Shapes: {@code embeddings: [batch, features], labels: [batch] -> []}. It is NaN
   * without such a pair.
   *
   * @param labels integers; examples of one label should be near each other
   * @param temperature above 0
   * @see <a href="https://arxiv.org/abs/2002.05709">Chen et al., 2020</a>
   */
  public static Array ntxent(Array embeddings, Array labels, double temperature) {
    LossChecks.requireFloating("ntxent", "embeddings", embeddings);
    Hyperparameters.requirePositive(
        "ntxent", "temperature", temperature, "Cosines are divided by it.");
    if (embeddings.rank() != 2 || !labels.shape().equals(embeddings.shape().slice(0, 1))) {
      throw new ShapeException(
          "ntxent needs embeddings [batch, features] and labels [batch], but got %s and %s."
              .formatted(embeddings.aval(), labels.aval()));
    }
    var cosines =
        RegressionLosses.cosineSimilarity(
            embeddings.expandDims(0), embeddings.expandDims(1), eps(embeddings.dtype()), -1);
    var scores = cosines.div(temperature);
    var same = labels.expandDims(1).eq(labels.expandDims(0));
    var itself = Numpy.eye(labels.dim(0)).astype(DType.BOOL);
    var matches = Lax.bitwiseAnd(same, Lax.not(itself));
    var others = Numpy.where(same, Double.NEGATIVE_INFINITY, scores);
    var matching = Numpy.where(matches, scores, Double.NEGATIVE_INFINITY);
    var both = Numpy.concatenate(List.of(others, matching), -1);
    var largest = Lax.stopGradient(Numpy.max(both, Axes.of(1), true));
    var shifted = matching.sub(largest);
    var rest = Numpy.sum(others.sub(largest).exp(), Axes.of(1), true);
    var logits = shifted.sub(shifted.exp().add(rest).log());
    return Numpy.where(matches, logits, 0).sum().neg().div(matches.sum());
  }

  private static double eps(DType dtype) {
    return switch (dtype) {
      case F16 -> 0x1p-10;
      case BF16 -> 0x1p-7;
      case F64 -> 0x1p-52;
      default -> 0x1p-23;
    };
  }
}

package io.cambric.io.checkpoint;

import io.cambric.errors.DataException;
import java.util.Comparator;
import java.util.List;

/**
 * A rule that decides which checkpoints are the best: a metric, and whether higher or lower is
 * better.
 *
 * <p>Checkpoints without the metric, or with NaN as its value, are never among the best. Of two
 * with equal values the earlier one is better.
 *
 * @param metric a name in {@link CheckpointDetails#metrics}
 * @param count the number of best checkpoints to keep
 * @param high whether a higher value is better
 */
public record BestMetric(String metric, int count, boolean high) {

  /**
   * Checks the count.
   *
   * @throws DataException if it is below 1
   */
  public BestMetric {
    if (count < 1) {
      throw new DataException(
          "The best checkpoints by \"%s\" need a count of at least 1, but got %d. Leave the rule out to keep none."
              .formatted(metric, count));
    }
  }

  /** {@return the rule for a metric such as accuracy} */
  public static BestMetric highest(String metric, int count) {
    return new BestMetric(metric, count, true);
  }

  /** {@return the rule for a metric such as a loss} */
  public static BestMetric lowest(String metric, int count) {
    return new BestMetric(metric, count, false);
  }

  /** {@return the best checkpoints, at most the count, the best one first} */
  List<SavedCheckpoint> of(List<SavedCheckpoint> all) {
    var byValue = Comparator.comparingDouble(this::value);
    return all.stream()
        .filter(each -> !Double.isNaN(value(each)))
        .sorted((high ? byValue.reversed() : byValue).thenComparingLong(SavedCheckpoint::step))
        .limit(count)
        .toList();
  }

  private double value(SavedCheckpoint each) {
    // Zeros of either sign are equal.
    return each.details().metrics().getOrDefault(metric, Double.NaN) + 0.0;
  }
}

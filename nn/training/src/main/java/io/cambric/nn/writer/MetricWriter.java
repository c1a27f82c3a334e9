package io.cambric.nn.writer;

import io.cambric.core.Array;
import java.util.Map;

/**
 * A destination for the numbers, pictures and texts of a training.
 *
 * <p>A writer leaves out the kinds that it cannot show; their methods do nothing. Maps are read in
 * their order, so a {@link java.util.LinkedHashMap} keeps names in the order of the caller.
 *
 * <p>Writers are mutable, for one thread at a time; {@link AsyncWriter} makes a writer that several
 * threads may use. The steps of calls may repeat; a training that is resumed writes its last steps
 * again.
 *
 * @see <a href="https://github.com/google/CommonLoopUtils">clu.metric_writers</a>
 */
public interface MetricWriter extends AutoCloseable {

  /**
   * Writes numbers of a step.
   *
   * @param step counted from 0
   * @param values by name; NaN and infinities are allowed
   */
  void writeScalars(long step, Map<String, Double> values);

  /**
   * Writes the distribution of elements of arrays, such as weights.
   *
   * @param step counted from 0
   * @param values by name, real and of any shape
   */
  default void writeHistograms(long step, Map<String, Array> values) {}

  /**
   * Writes images.
   *
   * @param step counted from 0
   * @param images by name, {@code [n, height, width, channels]} from 0 to 1, with 1 to 4 channels:
   *     gray, gray with alpha, colours, colours with alpha
   */
  default void writeImages(long step, Map<String, Array> images) {}

  /**
   * Writes texts.
   *
   * @param step counted from 0
   * @param texts by name
   */
  default void writeTexts(long step, Map<String, String> texts) {}

  /**
   * Writes the hyperparameters of the training, once and before its steps.
   *
   * @param values by name; their texts are written
   */
  default void writeHyperparameters(Map<String, ?> values) {}

  /** Passes on everything written so far, as far as the destination allows. */
  default void flush() {}

  /** Passes on everything, and releases open resources. Further calls do nothing. */
  @Override
  void close();
}

package io.cambric.examples.spark;

import io.cambric.nn.writer.MetricWriter;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** A line for each epoch, as the numbers of it arrive; mutable, for one thread at a time. */
final class EpochLines implements MetricWriter {

  private final PrintWriter out;
  private final int epochs;
  private int epoch;
  private Map<String, Double> training = Map.of();

  EpochLines(PrintWriter out, int epochs) {
    this.out = out;
    this.epochs = epochs;
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    if (!values.containsKey("test/accuracy")) {
      training = values;
      return;
    }
    out.printf(
        Locale.ROOT,
        "epoch %2d/%d  loss %.4f  training accuracy %.4f  test accuracy %.4f%n",
        ++epoch,
        epochs,
        training.get("train/loss"),
        training.get("train/accuracy"),
        values.get("test/accuracy"));
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}

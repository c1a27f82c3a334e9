package io.cambric.nn.training;

import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a run: the latest number of each name, the writers that receive the numbers, and
 * the report. Mutable, for one thread.
 */
final class RunNumbers {

  private final Map<String, Double> latest = new LinkedHashMap<>();
  private final @Nullable ReportFiles files;
  private final ProgressLine progress;

  /**
   * A writer to all destinations. The report is opened once the number of earlier steps is known.
   */
  private MetricWriter writer;

  RunNumbers(TrainingPlan<?, ?> plan, ProgressLine progress) {
    this.progress = progress;
    files = plan.report();
    writer = MultiWriter.of(plan.writers());
  }

  /** Takes the numbers of a checkpoint. */
  void resume(Map<String, Double> before) {
    latest.putAll(before);
  }

  /** Opens the report after the steps that were taken before this run. */
  void open(long steps) {
    if (files != null) {
      writer = MultiWriter.of(writer, files.open(steps));
    }
  }

  /** {@return the latest number of each name, as it changes} */
  Map<String, Double> latest() {
    return Collections.unmodifiableMap(latest);
  }

  void write(long steps, Map<String, Double> numbers) {
    latest.putAll(numbers);
    if (!numbers.isEmpty()) {
      progress.aside(() -> writer.writeScalars(steps, numbers));
    }
  }

  /** Shows a confusion matrix in the report. */
  void show(ConfusionMatrix matrix) {
    if (files != null) {
      int classes = matrix.counts().dim(0);
      var names = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
      files.report().addConfusionMatrix(matrix.compute(), names);
    }
  }

  void flush() {
    writer.flush();
  }
}

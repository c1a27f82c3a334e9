package io.cambric.examples.gpt;

import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Series;
import io.cambric.nn.writer.CsvWriter;
import io.cambric.nn.writer.MetricWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The losses of a training, collected for a picture; mutable, for one thread. */
final class Curves implements MetricWriter {

  private final List<Series.Point> training = new ArrayList<>();
  private final List<Series.Point> validation = new ArrayList<>();

  /** {@return the picture of the numbers in the table next to a report, resumed ones included} */
  static LineChart of(Path report) {
    var name = report.getFileName().toString();
    int end = name.lastIndexOf('.');
    var curves = new Curves();
    CsvWriter.replay(
        report.resolveSibling((end > 0 ? name.substring(0, end) : name) + ".csv"), curves);
    return LineChart.of(
        "Loss of a token",
        "step",
        List.of(
            new Series("training", curves.training), new Series("validation", curves.validation)));
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    add(training, step, values.get("train/loss"));
    add(validation, step, values.get("validation/loss"));
  }

  private static void add(List<Series.Point> curve, long step, @Nullable Double value) {
    if (value != null) {
      curve.add(new Series.Point(step, value));
    }
  }

  @Override
  public void close() {}
}

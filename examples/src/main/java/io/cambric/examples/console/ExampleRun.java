package io.cambric.examples.console;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.io.image.Png;
import io.cambric.nn.report.Chart;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run of an example: its options, its output, its report and its picture; mutable. */
public final class ExampleRun implements AutoCloseable {

  /** A line of numbers comes after each such part of a training. */
  private static final int LINES = 10;

  private final CommandSpec spec;
  private final PrintWriter out;
  private final Progress progress;
  private final List<String> last = new ArrayList<>();
  private @Nullable Report report;

  ExampleRun(CommandSpec spec) {
    this.spec = spec;
    out = spec.commandLine().getOut();
    progress = Progress.standard(out);
  }

  private Object value(String option) {
    return Objects.requireNonNull(spec.findOption(option).getValue());
  }

  /** {@return the value of a whole option} */
  public int whole(String option) {
    return (Integer) value(option);
  }

  /** {@return the value of an option that is a number} */
  public double number(String option) {
    return (Double) value(option);
  }

  /** {@return the file or folder of an option; {@code null} if it was not given} */
  public @Nullable Path path(String option) {
    return spec.findOption(option).getValue();
  }

  /** {@return the passes over the training data} */
  public int epochs() {
    return whole("--epochs");
  }

  /** {@return the key of all random numbers} */
  public Key key() {
    return Key.of((Long) value(Example.SEED));
  }

  /** {@return the progress line of a training, which makes room for printed lines} */
  public Progress progress() {
    return progress;
  }

  /** {@return the report of this run, which is written at its end} */
  public Report report(String title) {
    if (report == null) {
      report = Report.to((Path) value(Example.REPORT), title);
      last.add("report: " + report.file());
    }
    return report;
  }

  /** Prints a line, after the progress line is taken off. */
  public void println(String line) {
    progress.println(line);
    ClosedOutputException.check(out);
  }

  /**
   * {@return a hook that prints numbers after every tenth part of a training, and after the last
   * epoch}
   *
   * @param epochs of the training
   * @param metrics names of the numbers, in order
   */
  public <S> Consumer<TrainingEvent<S>> lines(int epochs, String... metrics) {
    return event -> {
      int done = event.epoch() + 1;
      if (done % Math.ceilDiv(epochs, LINES) == 0 || done == epochs) {
        var numbers =
            List.of(metrics).stream()
                .map(name ->
                    String.format(
                        Locale.ROOT,
                        "%s %.4f",
                        name,
                        event.metrics().getOrDefault(name, Double.NaN)))
                .collect(Collectors.joining("  "));
        println(String.format(Locale.ROOT, "epoch %d/%d  %s", done, epochs, numbers));
      }
    };
  }

  /**
   * Writes a chart as the picture of this run.
   *
   * @throws DataException if it cannot be written
   */
  public void picture(Chart chart) {
    write(chart.toSvg().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes an image as the picture of this run.
   *
   * @param image {@code [height, width]} or {@code [height, width, 3]} from 0 to 1
   * @throws DataException if it cannot be written
   */
  public void picture(Array image) {
    write(Png.encode(image));
  }

  private void write(byte[] content) {
    var file = (Path) value(Example.PICTURE);
    try {
      OutputFile.write(file, content);
    } catch (IOException e) {
      throw new DataException(
          "The picture %s cannot be written: %s. Name a file in a folder with room."
              .formatted(file, e),
          e);
    }
    last.add("picture: " + file);
  }

  /** Prints a result in the last line of the output, after the files. */
  public void result(String format, Object... values) {
    last.forEach(this::println);
    last.clear();
    println(String.format(Locale.ROOT, format, values));
  }

  @Override
  public void close() {
    if (report != null) {
      report.close();
    }
  }
}

package io.cambric.examples.console;

import io.cambric.core.Array;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.report.Chart;
import io.cambric.nn.report.Report;
import io.cambric.nn.summary.Summary;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.training.TrainingBuilder;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.nn.writer.Terminal;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run of an example: its options, its output, its report and its picture; mutable. */
public final class ExampleRun implements AutoCloseable {

  /** A line of numbers comes after each such part of a training. */
  private static final int LINES = 10;

  private static final double SMALL = 0.01;

  private final CommandSpec spec;
  private final PrintWriter out;
  private final Progress progress;
  private final List<String> last = new ArrayList<>();
  private @Nullable Report report;
  private @Nullable Summary model;
  private @Nullable TensorBoardWriter writer;

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

  /** {@return the file or folder of an option that has to be given} */
  public Path requiredPath(String option) {
    return (Path) value(option);
  }

  /** {@return the passes over the training data} */
  public int epochs() {
    return whole(Example.EPOCHS);
  }

  /** {@return whether a flag was given} */
  public boolean flag(String option) {
    return (Boolean) value(option);
  }

  /** {@return the seed of all random numbers} */
  public long seed() {
    return (Long) value(Example.SEED);
  }

  /** {@return the key of all random numbers} */
  public Key key() {
    return Key.of(seed());
  }

  /** Prints the table of a model, and shows it in the report. */
  public void summary(Summary summary) {
    model = summary;
    var table = summary.withWidth(Terminal.columns()).toText();
    println(Terminal.table(table, Terminal.charset()));
  }

  /**
   * {@return a training with the report, the progress line, and whatever the options ask for: a
   * folder of checkpoints, from which it resumes, and one of event files}
   *
   * @param title of the report
   * @param best the metric whose highest value keeps a checkpoint besides the latest ones
   */
  public <T extends TrainingBuilder<T, S, B>, S extends TrainState<S>, B> T watched(
      String title, String best, T training) {
    var shown = report(title);
    shown.writeHyperparameters(hyperparameters());
    if (model != null) {
      shown.writeTexts(0, Map.of("Network", model.toText()));
    }
    var watched = training.report(shown).progress(progress);
    var folder = optional(Example.CHECKPOINT);
    if (folder != null) {
      var checkpoints = Checkpoints.in(folder).withKeep(2).withBest(BestMetric.highest(best, 1));
      checkpoints
          .latestStep()
          .ifPresent(step -> println("resuming after step %d of %s".formatted(step, folder)));
      watched = watched.checkpoint(checkpoints);
    }
    var events = optional(Example.TENSORBOARD);
    if (events != null) {
      writer = TensorBoardWriter.in(events);
      writer.writeHyperparameters(hyperparameters());
      watched = watched.write(writer);
    }
    return watched;
  }

  private @Nullable Path optional(String option) {
    return spec.findOption(option) == null ? null : path(option);
  }

  /** {@return the numbers among the options} */
  private Map<String, Object> hyperparameters() {
    var numbers = new LinkedHashMap<String, Object>();
    for (var option : spec.options()) {
      if (option.getValue() instanceof Number number) {
        var text = number instanceof Double real ? OptionChecks.text(real) : number;
        numbers.put(option.longestName().replaceFirst("^--", ""), text);
      }
    }
    return numbers;
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

  /** Prints a line of values. */
  public void printf(String format, Object... values) {
    println(String.format(Locale.ROOT, format, values));
  }

  /**
   * {@return a hook that prints numbers after every tenth part of a training, and after the last
   * epoch}
   *
   * @param epochs of the training
   * @param metrics names of the numbers, in order
   */
  public <S> Consumer<TrainingEvent<S>> lines(int epochs, String... metrics) {
    int digits = Integer.toString(epochs).length();
    return event -> {
      int done = event.epoch() + 1;
      if (done % Math.ceilDiv(epochs, LINES) == 0 || done == epochs) {
        var numbers =
            List.of(metrics).stream()
                .map(name -> name + " " + text(event.metrics().getOrDefault(name, Double.NaN)))
                .collect(Collectors.joining("  "));
        printf("epoch %" + digits + "d/%d  %s", done, epochs, numbers);
      }
    };
  }

  /** {@return a number with four decimals, or three digits if it is small} */
  private static String text(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < SMALL ? "%.3g" : "%.4f", value);
  }

  /**
   * Writes a chart as the picture of this run.
   *
   * @throws io.cambric.errors.DataException if it cannot be written
   */
  public void picture(Chart chart) {
    PictureFile.write(pictureFile(), chart);
  }

  /**
   * Writes an image as the picture of this run.
   *
   * @param image {@code [height, width]} or {@code [height, width, 3]} from 0 to 1
   * @throws io.cambric.errors.DataException if it cannot be written
   */
  public void picture(Array image) {
    PictureFile.write(pictureFile(), image);
  }

  /** {@return the file, which is named at the end of the run} */
  private Path pictureFile() {
    var file = (Path) value(Example.PICTURE);
    last.add("picture: " + file);
    return file;
  }

  /** Prints a result in the last line of the output, after the files. */
  public void result(String format, Object... values) {
    last.forEach(this::println);
    last.clear();
    printf(format, values);
  }

  @Override
  public void close() {
    try (var _ = writer;
        var _ = report) {
      ClosedOutputException.check(out);
    }
  }
}

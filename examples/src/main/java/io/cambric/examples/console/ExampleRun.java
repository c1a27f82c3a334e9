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
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.nn.writer.Terminal;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** One run of an example: its options, its output, its report and its picture; mutable. */
public final class ExampleRun implements AutoCloseable {

  private final CommandSpec spec;
  private final PrintWriter out;
  private final Progress progress;
  private final List<String> last = new ArrayList<>();
  private @Nullable Report report;
  private @Nullable Summary model;
  private @Nullable TensorBoardWriter writer;
  private int status;

  ExampleRun(CommandSpec spec) {
    this.spec = spec;
    out = spec.commandLine().getOut();
    progress = Progress.standard(out);
  }

  private @Nullable Object given(String option) {
    return ExampleOption.find(spec, option).getValue();
  }

  private Object value(String option) {
    return Objects.requireNonNull(given(option), option);
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
    return (Path) given(option);
  }

  /** {@return the file or folder of an option that has a default, or has to be given} */
  public Path requiredPath(String option) {
    return (Path) value(option);
  }

  /** {@return the text of an option} */
  public String text(String option) {
    return (String) value(option);
  }

  /** {@return the texts of an option or of arguments} */
  public List<String> texts(String option) {
    return given(option) instanceof String[] texts ? List.of(texts) : List.of();
  }

  /** {@return the constant that an option chooses} */
  public <E extends Enum<E>> E choice(String option, Class<E> type) {
    return type.cast(value(option));
  }

  /** {@return the passes over the training data} */
  public int epochs() {
    return whole(ExampleProgram.EPOCHS);
  }

  /** {@return whether a flag was given} */
  public boolean flag(String option) {
    return (Boolean) value(option);
  }

  /** {@return the seed of all random numbers} */
  public long seed() {
    return (Long) value(ExampleProgram.SEED);
  }

  /** {@return the key of all random numbers} */
  public Key key() {
    return Key.of(seed());
  }

  /**
   * {@return the exception for an option that does not fit another one, with exit code 2}
   *
   * @param problem what it needs, and what it got
   */
  public ParameterException invalid(String option, String problem) {
    return new OptionChecks(spec).invalid(option, problem);
  }

  /** {@return the output, for other threads and for commands that this one starts} */
  public PrintWriter out() {
    return out;
  }

  /** Lets the command end with exit code 1, without a message more. */
  public void fail() {
    status = 1;
  }

  int status() {
    return status;
  }

  /** Prints the table of a model, and shows it in the report. */
  public void summary(Summary summary) {
    model = summary;
    var table = summary.withWidth(Terminal.columns()).toText();
    println(Terminal.table(table, Terminal.charset()));
  }

  /**
   * {@return a training with the report and the progress line}
   *
   * <p>If the options name a folder of checkpoints, it resumes from there. If they name one of
   * event files, it writes them.
   *
   * @param title of the report
   * @param best the rule of the checkpoint that is kept besides the latest ones
   */
  public <T extends TrainingBuilder<T, S, B>, S extends TrainState<S>, B> T watched(
      String title, BestMetric best, T training) {
    var shown = report(title);
    var watched = training.report(shown).progress(progress);
    var events = optional(ExampleProgram.TENSORBOARD);
    if (events != null) {
      writer = TensorBoardWriter.in(events);
      watched = watched.write(writer);
    }
    writers().writeHyperparameters(ExampleOption.numbers(spec));
    if (model != null) {
      shown.writeTexts(0, Map.of("Network", model.toText()));
    }
    var folder = optional(ExampleProgram.CHECKPOINT);
    if (folder != null) {
      var checkpoints = Checkpoints.in(folder).withKeep(2).withBest(best);
      checkpoints
          .latestStep()
          .ifPresent(step -> println("resuming after step %d of %s".formatted(step, folder)));
      watched = watched.checkpoint(checkpoints);
    }
    return watched;
  }

  /** {@return the report and the event files, as far as there are any} */
  public MetricWriter writers() {
    var all = new ArrayList<MetricWriter>();
    if (report != null) {
      all.add(report);
    }
    if (writer != null) {
      all.add(writer);
    }
    return MultiWriter.of(all);
  }

  private @Nullable Path optional(String option) {
    return spec.findOption(option) == null ? null : path(option);
  }

  /** {@return the progress line of a training, which makes room for printed lines} */
  public Progress progress() {
    return progress;
  }

  /** {@return the report of this run, which is written at its end} */
  public Report report(String title) {
    if (report == null) {
      report = Report.to((Path) value(ExampleProgram.REPORT), title);
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
  public void printf(String format, @Nullable Object... values) {
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
    return new PrintedEpochs<S>(this, epochs, List.of(metrics));
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
    var file = (Path) value(ExampleProgram.PICTURE);
    last.add("picture: " + file);
    return file;
  }

  /** Prints a result in the last line of the output, after the files. */
  public void result(String format, @Nullable Object... values) {
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

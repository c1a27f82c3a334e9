package io.cambric.examples.seq2seq;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;

import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Report;
import io.cambric.nn.report.Series;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run seq2seq}: two LSTMs learn to add numbers of some digits. */
@Command(
    name = "seq2seq",
    description = "Trains two LSTMs, a reader and a writer, to add numbers digit by digit.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Seq2SeqCommand implements Callable<Integer> {

  private static final int EVALUATIONS = 20;
  private static final int TEST_BATCH = 512;
  private static final int SHOWN = 5;

  /** Steps whose additions are made at once. */
  private static final int STEPS_PER_EPOCH = 50;

  private static final String ACCURACY = "test/accuracy";

  @Option(names = "--seed", description = "Seed of parameters and additions.")
  private long seed = 1;

  @Option(names = "--digits", description = "Digits of the larger number at most, 2 to 6.")
  private int digits = 3;

  @Option(
      names = "--forwards",
      description = "Write the first digit first, which takes more steps to learn.")
  private boolean forwards;

  @Option(names = "--hidden", description = "Features of both LSTMs, 1 to 4096.")
  private int hidden = 128;

  @Option(names = "--steps", description = "Steps of the training, 1 to 1000000.")
  private int steps = 2000;

  @Option(names = "--batch", description = "Additions a step, 1 to 4096.")
  private int batch = 128;

  @Option(names = "--rate", description = "Learning rate at the beginning, 1e-9 to 10.")
  private double rate = 1e-2;

  @Mixin private final ReportOption report = new ReportOption(Path.of("seq2seq-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("seq2seq-accuracy.svg", "Where the curve is written.");

  @Spec private @Nullable CommandSpec spec;

  private final List<Series.Point> accuracies = new ArrayList<>();

  /** Makes the command with the defaults of its options. */
  public Seq2SeqCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var test =
        Additions.test(
            digits, forwards, Math.min(2 * TEST_BATCH, Additions.testSize(digits)), seed);
    var model = Seq2Seq.of(hidden, true);
    var variables =
        model.init(Key.of(seed), (Seq2Seq m) -> m.call(test.questions(), test.answers()));
    var state = StandardTrainState.create(model, variables, adam(cosineDecay(rate, steps)));
    out.printf(
        Locale.ROOT,
        "%d parameters, %d additions a step, %d to test on%n%n",
        variables.params().elementCount(),
        batch,
        test.questions().dim(0));
    ClosedOutputException.check(out);
    try (var page = Report.to(report.file(), "Additions")) {
      page.writeHyperparameters(hyperparameters());
      var progress = Progress.standard(out);
      var trained =
          Training.of(state, Seq2SeqSteps::step)
              .data(this::epoch)
              .steps(steps)
              .evaluate(
                  "test",
                  Dataset.ofArrays(test).batch(TEST_BATCH, Remainder.KEEP),
                  Seq2SeqSteps::evaluation)
              .evaluateEvery(every())
              .logEvery(every())
              .requireFinite("loss")
              .progress(progress)
              .afterStep(event -> show(event, progress, out))
              .report(page)
              .run();
      var answers = answers(trained.state(), test);
      page.writeTexts(steps, Map.of("Answers", answers));
      out.printf("%n%s%n", answers);
      double accuracy = Objects.requireNonNull(trained.metrics().get(ACCURACY));
      if (steps % every() != 0) {
        accuracies.add(new Series.Point(steps, accuracy));
      }
      picture.write(
          LineChart.of(
              "Answers that are right", "step", List.of(new Series("test accuracy", accuracies))));
      out.println("report: " + report);
      out.println("picture: " + picture);
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", accuracy);
    }
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--digits", digits, 2, 6);
    checks.range("--hidden", hidden, 1, 4096);
    checks.range("--steps", steps, 1, 1_000_000);
    checks.range("--batch", batch, 1, 4096);
    checks.range("--rate", rate, 1e-9, 10);
    report.check(checks);
    picture.check(checks);
  }

  private int every() {
    return Math.max(1, steps / EVALUATIONS);
  }

  private Dataset<Additions> epoch(int number) {
    long seeds = seed * 1_000_003 + number;
    return Dataset.ofArrays(Additions.training(digits, forwards, batch * STEPS_PER_EPOCH, seeds))
        .batch(batch);
  }

  private Map<String, Object> hyperparameters() {
    var values = new LinkedHashMap<String, Object>();
    values.put("seed", seed);
    values.put("digits", digits);
    values.put("forwards", forwards);
    values.put("hidden", hidden);
    values.put("steps", steps);
    values.put("batch", batch);
    values.put("rate", OptionChecks.text(rate));
    return values;
  }

  private void show(
      TrainingEvent<StandardTrainState<Seq2Seq>> event, Progress progress, PrintWriter out) {
    long step = event.step();
    if (step % every() != 0) {
      return;
    }
    double accuracy = Objects.requireNonNull(event.metrics().get(ACCURACY));
    accuracies.add(new Series.Point(step, accuracy));
    progress.println(
        String.format(
            Locale.ROOT,
            "step %5d/%d  loss %.4f  test accuracy %.4f",
            step,
            steps,
            event.metrics().get("train/loss"),
            accuracy));
    ClosedOutputException.check(out);
  }

  /** {@return some additions of the test, and what the decoder writes} */
  private String answers(StandardTrainState<Seq2Seq> state, Additions test) {
    var some = new Additions(test.questions().get(":" + SHOWN), test.answers().get(":" + SHOWN));
    var questions = some.questions();
    Array written = Seq2SeqSteps.written(state, some);
    var lines = new StringBuilder();
    for (int i = 0; i < SHOWN; i++) {
      var answer = number(row(written, i));
      var truth = number(row(some.answers(), i).substring(1));
      lines.append(
          "%8s = %-5s %s%n"
              .formatted(row(questions, i), answer, answer.equals(truth) ? "" : "no, " + truth));
    }
    return lines.toString().stripTrailing();
  }

  private String number(String digits) {
    return forwards ? digits : new StringBuilder(digits).reverse().toString();
  }

  private static String row(Array rows, int index) {
    var ids = rows.get(index).concrete("Answers");
    var numbers = new int[ids.dim(0)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (int) ids.getDouble(i);
    }
    return Alphabet.decode(numbers);
  }
}

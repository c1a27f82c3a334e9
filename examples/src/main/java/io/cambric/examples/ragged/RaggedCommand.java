package io.cambric.examples.ragged;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;

import io.cambric.data.Dataset;
import io.cambric.data.PaddedBatch;
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
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** The command {@code ./run ragged}: trains the classifier of sequences of several lengths. */
@Command(
    name = "ragged",
    description = "Batches a model of one sequence by vmap over sequences of several lengths.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class RaggedCommand implements Callable<Integer> {

  /** Lengths that batches are padded to. */
  static final int[] BUCKETS = {24, 48, 72, Chirps.MAX_LENGTH};

  private static final int MAX_EPOCHS = 10_000;
  private static final int MAX_WIDTH = 1024;
  private static final int MAX_SEQUENCES = 1_000_000;
  private static final int BATCH = 32;
  private static final int TEST = 400;
  private static final int WARMUP_STEPS = 50;
  private static final double RATE = 5e-3;

  @Option(names = "--seed", description = "Seed of parameters, sequences and their order.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the sequences, 1 to 10000.")
  private int epochs = 10;

  @Option(names = "--width", description = "Features of the layers, 1 to 1024.")
  private int width = 24;

  @Option(names = "--sequences", description = "Sequences to learn from, 32 to 1000000.")
  private int sequences = 1600;

  @Mixin private final ReportOption report = new ReportOption(Path.of("ragged-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("ragged.svg", "Where the chart is written.");

  @Spec private @Nullable CommandSpec spec;

  private final List<Double> accuracies = new ArrayList<>();
  private final List<Double> trainAccuracies = new ArrayList<>();

  /** Makes the command with the defaults of its options. */
  public RaggedCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    checks.range("--epochs", epochs, 1, MAX_EPOCHS);
    checks.range("--width", width, 1, MAX_WIDTH);
    checks.range("--sequences", sequences, BATCH, MAX_SEQUENCES);
    report.check(checks);
    picture.check(checks);
    run(command.commandLine().getOut());
    return 0;
  }

  private void run(PrintWriter out) {
    var data = Dataset.of(Chirps.of(sequences, seed));
    var test = Dataset.of(Chirps.of(TEST, seed + 1)).paddedBatch(BATCH, BUCKETS);
    var key = Key.of(seed);
    var net = SequenceNet.of(width, Chirps.CLASSES.size());
    int steps = epochs * Math.ceilDiv(sequences, BATCH);
    var tx =
        chain(
            clipByGlobalNorm(1),
            adam(warmupCosineDecay(0, RATE, WARMUP_STEPS, Math.max(WARMUP_STEPS + 1, steps))));
    var first = Chirps.of(1, seed).getFirst();
    var mask = first.values().get(":, 0").eq(first.values().get(":, 0"));
    var state = StandardTrainState.create(net, net.init(key, first.values(), mask), tx);
    show(data.paddedBatch(BATCH, BUCKETS), out);

    try (var page = Report.to(report.file(), "Ragged")) {
      page.writeHyperparameters(Map.of("seed", seed, "epochs", epochs, "width", width));
      var trained =
          Training.of(state, RaggedModel::step)
              .data(epoch -> data.shuffle(key.foldIn(epoch)).paddedBatch(BATCH, BUCKETS))
              .epochs(epochs)
              .evaluate("test", test, RaggedModel::evaluation)
              .requireFinite("loss")
              .report(page)
              .afterEpoch(event -> show(event, out))
              .run();
      picture.write(chart());
      out.println("report: " + report);
      out.println("picture: " + picture);
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", trained.metrics().get("test/accuracy"));
    }
  }

  private LineChart chart() {
    return LineChart.of(
            "Sequences of 12 to 96 steps",
            "epoch",
            List.of(Series.of("training", trainAccuracies), Series.of("test", accuracies)))
        .withYLabel("accuracy");
  }

  /** Shows how much of the batches is padding. */
  private static void show(Dataset<PaddedBatch<Sequence>> batches, PrintWriter out) {
    double elements = 0;
    double kept = 0;
    double rows = 0;
    for (var batch : batches) {
      elements += batch.mask().size();
      kept += batch.mask().sum().item();
      rows += batch.mask().dim(0);
    }
    out.printf(
        Locale.ROOT,
        "padding with %d buckets: %.0f%% of the steps; with the longest alone: %.0f%%%n",
        BUCKETS.length,
        100 * (1 - kept / elements),
        100 * (1 - kept / (rows * Chirps.MAX_LENGTH)));
  }

  private void show(TrainingEvent<StandardTrainState<SequenceNet>> event, PrintWriter out) {
    var metrics = event.metrics();
    accuracies.add(metrics.get("test/accuracy"));
    trainAccuracies.add(metrics.get("train/accuracy"));
    out.printf(
        Locale.ROOT,
        "epoch %2d/%d  loss %.4f  training accuracy %.4f  test accuracy %.4f%n",
        event.epoch() + 1,
        epochs,
        metrics.get("train/loss"),
        metrics.get("train/accuracy"),
        metrics.get("test/accuracy"));
    ClosedOutputException.check(out);
  }
}

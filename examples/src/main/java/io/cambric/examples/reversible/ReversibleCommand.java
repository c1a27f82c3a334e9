package io.cambric.examples.reversible;

import static io.cambric.optax.Optax.adam;

import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Report;
import io.cambric.nn.report.Series;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run reversible}: compares the memory of three backward passes, and trains
 * with the reversible one.
 */
@Command(
    name = "reversible",
    description = "Trains a residual network whose memory does not grow with its depth.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ReversibleCommand implements Callable<Integer> {

  private static final double MEGABYTE = 1e6;
  private static final int TEST_BATCH = 500;

  @Option(
      names = "--depths",
      split = ",",
      paramLabel = "DEPTH",
      description = "Blocks of the networks that are compared, separated by commas.")
  private List<Integer> depths = List.of(4, 8, 16, 32, 64);

  @Option(names = "--depth", description = "Blocks of the network that is trained, 1 to 1000.")
  private int depth = 12;

  @Option(names = "--width", description = "Features in each half, 1 to 1024.")
  private int width = 32;

  @Option(names = "--batch", description = "Images a step, 1 to 1437.")
  private int batch = 128;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 10000.")
  private int epochs = 10;

  @Option(names = "--rate", description = "Learning rate of Adam, 1e-9 to 1.")
  private double rate = 1e-3;

  @Option(names = "--seed", description = "Seed of parameters and order of the images.")
  private long seed = 1;

  @Mixin private final ReportOption report = new ReportOption(Path.of("reversible-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("reversible-memory.svg", "Where the chart is written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public ReversibleCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var digits = DigitsData.builtIn();
    var training = flat(digits.trainingPart().batch());
    try (var page = Report.to(report.file(), "Reversible network")) {
      compare(digits, page, out);
      double accuracy = train(training, flat(digits.testPart().batch()), page, out);
      out.println("report: " + report);
      out.println("picture: " + picture);
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", accuracy);
    }
    return 0;
  }

  private void check(OptionChecks checks) {
    depths.forEach(each -> checks.range("--depths", each, 1, 1000));
    checks.range("--depth", depth, 1, 1000);
    checks.range("--width", width, 1, 1024);
    checks.range("--batch", batch, 1, 1437);
    checks.range("--epochs", epochs, 1, 10_000);
    checks.range("--rate", rate, 1e-9, 1);
    report.check(checks);
    picture.check(checks);
  }

  private static Batch flat(Batch images) {
    return new Batch(images.images().reshape(images.size(), -1), images.labels());
  }

  private StandardTrainState<ReversibleNet> state(
      int blocks, StackResiduals residuals, Batch images) {
    var net = ReversibleNet.of(width, blocks, residuals);
    return StandardTrainState.create(net, net.init(Key.of(seed), images.images()), adam(rate));
  }

  /** Prints and draws the memory of a gradient by the depth of the network. */
  private void compare(DigitsData digits, Report page, PrintWriter out) {
    var images = flat(digits.batches(batch).getFirst());
    var curves = new EnumMap<StackResiduals, List<Series.Point>>(StackResiduals.class);
    out.println("Memory of a gradient beyond its parameters and itself, MB");
    out.println("blocks    stored  checkpoints  reversed");
    for (int blocks : depths) {
      var figures = new ArrayList<Double>();
      for (var residuals : StackResiduals.values()) {
        double figure =
            ReversibleTraining.gradientBytes(state(blocks, residuals, images), images) / MEGABYTE;
        figures.add(figure);
        curves
            .computeIfAbsent(residuals, _ -> new ArrayList<>())
            .add(new Series.Point(blocks, figure));
        page.writeScalars(blocks, Map.of(name(residuals) + "/memory in MB", figure));
      }
      out.printf(
          Locale.ROOT,
          "%6d  %8.2f  %11.2f  %8.2f%n",
          Stream.concat(Stream.of(blocks), figures.stream()).toArray());
      ClosedOutputException.check(out);
    }
    out.println();
    var series = new ArrayList<Series>();
    curves.forEach((residuals, points) -> series.add(new Series(name(residuals), points)));
    picture.write(LineChart.of("Memory of a gradient", "blocks", series).withYLabel("MB"));
  }

  private static String name(StackResiduals residuals) {
    return residuals.name().toLowerCase(Locale.ROOT);
  }

  private double train(Batch training, Batch test, Report page, PrintWriter out) {
    var key = Key.of(seed);
    var trained =
        Training.of(state(depth, StackResiduals.REVERSED, training), ReversibleTraining::step)
            .data(epoch -> Dataset.ofArrays(training).shuffle(key.foldIn(epoch)).batch(batch))
            .epochs(epochs)
            .evaluate(
                "test",
                Dataset.ofArrays(test).batch(TEST_BATCH, Remainder.KEEP),
                ReversibleTraining::evaluation)
            .requireFinite("loss")
            .report(page)
            .afterEpoch(event -> {
              out.printf(
                  Locale.ROOT,
                  "epoch %2d/%d  loss %.4f  test accuracy %.4f%n",
                  event.epoch() + 1,
                  epochs,
                  event.metrics().get("train/loss"),
                  event.metrics().get("test/accuracy"));
              ClosedOutputException.check(out);
            })
            .run();
    return Objects.requireNonNull(trained.metrics().get("test/accuracy"));
  }
}

package io.cambric.examples.sweep;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.examples.sweep.Sweep.Result;
import io.cambric.nn.report.LineChart;
import io.cambric.nn.report.Report;
import io.cambric.nn.report.Series;
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

/** The command {@code ./run sweep}: trains with all rates and seeds at once, and compares. */
@Command(
    name = "sweep",
    description = "Trains with several learning rates and seeds as one compiled program.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SweepCommand implements Callable<Integer> {

  private static final int MAX_TRAININGS = 4096;

  /** Points of a curve. */
  private static final int POINTS = 60;

  @Option(
      names = "--rates",
      split = ",",
      paramLabel = "RATE",
      description = "Learning rates, separated by commas.")
  private List<Double> rates = List.of(1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2);

  @Option(names = "--seeds", description = "Trainings with each rate, 1 to 1000.")
  private int seeds = 4;

  @Option(names = "--seed", description = "Seed of all the others.")
  private long seed;

  @Option(names = "--steps", description = "Steps of each training, 1 to 100000.")
  private int steps = 300;

  @Option(names = "--batch", description = "Images a step, 1 to 1437.")
  private int batch = 64;

  @Option(names = "--hidden", description = "Width of the hidden layer, 1 to 4096.")
  private int hidden = 64;

  @Mixin private final ReportOption report = new ReportOption(Path.of("sweep-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("sweep-losses.svg", "Where the curves are written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public SweepCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var sweep = Sweep.onDigits(hidden, steps, batch);
    long start = System.nanoTime();
    var result = sweep.run(Key.of(seed).split(seeds), rates());
    out.printf(
        Locale.ROOT,
        "%d trainings of %d steps in one program: %.1f s, with its compilation%n%n",
        seeds * rates.size(),
        steps,
        (System.nanoTime() - start) / 1e9);
    show(result, out);
    write(result);
    out.println("report: " + report);
    out.println("picture: " + picture);
    var mean = result.accuracy().mean(0);
    int best = (int) mean.argmax().item();
    out.printf(
        Locale.ROOT,
        "best rate: %s, test accuracy: %.4f%n",
        OptionChecks.text(rates.get(best)),
        mean.get(best).item());
    return 0;
  }

  private void check(OptionChecks checks) {
    rates.forEach(rate -> checks.range("--rates", rate, 1e-9, 10));
    checks.range("--seeds", seeds, 1, Math.min(1000, MAX_TRAININGS / rates.size()));
    checks.range("--steps", steps, 1, 100_000);
    checks.range("--batch", batch, 1, 1437);
    checks.range("--hidden", hidden, 1, 4096);
    report.check(checks);
    picture.check(checks);
  }

  private Array rates() {
    var values = new float[rates.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rates.get(i).floatValue();
    }
    return NdArray.of(Shape.of(values.length), values);
  }

  private void show(Result result, PrintWriter out) {
    out.println("    rate  last loss  test accuracy: mean  least   most");
    for (int i = 0; i < rates.size(); i++) {
      var accuracy = result.accuracy().get(":, " + i);
      out.printf(
          Locale.ROOT,
          "%8s  %9.4f               %.4f %.4f %.4f%n",
          OptionChecks.text(rates.get(i)),
          result.losses().get(":, %d, -1".formatted(i)).mean().item(),
          accuracy.mean().item(),
          accuracy.min().item(),
          accuracy.max().item());
    }
  }

  /** Writes the loss with each rate, a mean over the seeds and over a few steps. */
  private void write(Result result) {
    int block = Math.ceilDiv(steps, POINTS);
    var curves = new ArrayList<Series>();
    try (var page = Report.to(report.file(), "Learning rates")) {
      for (int i = 0; i < rates.size(); i++) {
        var losses = result.losses().mean(0).get(i);
        var name = OptionChecks.text(rates.get(i));
        var points = new ArrayList<Series.Point>();
        for (int from = 0; from < steps; from += block) {
          int to = Math.min(from + block, steps);
          double mean = losses.get(from + ":" + to).mean().item();
          points.add(new Series.Point(to, mean));
          page.writeScalars(to, Map.of("rate %s/loss".formatted(name), mean));
        }
        curves.add(new Series(name, points));
      }
    }
    picture.write(LineChart.of("Loss by learning rate", "step", curves).withLogarithmic(true));
  }
}

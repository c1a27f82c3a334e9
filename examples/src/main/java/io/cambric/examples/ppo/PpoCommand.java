package io.cambric.examples.ppo;

import static io.cambric.transform.Transforms.jit;

import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
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

/** The command {@code ./run ppo}: learns to balance a pole, until the task counts as solved. */
@Command(
    name = "ppo",
    description = "Learns to balance a pole by proximal policy optimisation.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class PpoCommand implements Callable<Integer> {

  /** A line of numbers comes after each number of iterations. */
  private static final int LINE_EVERY = 10;

  private static final int EPOCHS = 4;
  private static final int MINIBATCHES = 4;

  @Option(names = "--seed", description = "Seed of the network, the poles and the actions.")
  private long seed = 1;

  @Option(names = "--poles", description = "Poles that are balanced together, 1 to 1024.")
  private int poles = 8;

  @Option(names = "--steps", description = "Steps of each pole in an iteration, 16 to 4096.")
  private int steps = 128;

  @Option(names = "--iterations", description = "Iterations at most, 1 to 10000.")
  private int iterations = 300;

  @Option(names = "--hidden", description = "Width of the hidden layers, 1 to 1024.")
  private int hidden = 64;

  @Option(names = "--rate", description = "Learning rate of Adam, 1e-9 to 1.")
  private double rate = 2.5e-3;

  @Mixin private final ReportOption report = new ReportOption(Path.of("ppo-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("ppo-lengths.svg", "Where the curve is written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public PpoCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var episodes = new Episodes();
    var curve = new ArrayList<Series.Point>();
    long start = System.nanoTime();
    try (var page = Report.to(report.file(), "Proximal policy optimisation")) {
      page.writeHyperparameters(
          Map.of("seed", seed, "poles", poles, "steps", steps, "rate", OptionChecks.text(rate)));
      learn(
          episodes,
          (iteration, mean) -> {
            curve.add(new Series.Point((long) iteration * poles * steps, mean));
            page.writeScalars((long) iteration * poles * steps, Map.of("episode/length", mean));
            if (iteration % LINE_EVERY == 0 || episodes.solved()) {
              show(out, iteration, mean, start);
            }
          });
    }
    var lengths = new Series("mean of the last %d".formatted(Episodes.COUNTED), curve);
    picture.write(LineChart.of("Steps of an episode", "step", List.of(lengths)));
    out.println("report: " + report);
    out.println("picture: " + picture);
    out.printf(
        Locale.ROOT,
        "%s: mean length %.1f of the last %d episodes, after %d steps%n",
        episodes.solved() ? "solved" : "not solved",
        episodes.mean(),
        episodes.counted(),
        (long) curve.getLast().x());
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--poles", poles, 1, 1024);
    checks.range("--steps", steps, 16, 4096);
    checks.range("--iterations", iterations, 1, 10_000);
    checks.range("--hidden", hidden, 1, 1024);
    checks.range("--rate", rate, 1e-9, 1);
    report.check(checks);
    picture.check(checks);
  }

  /** Takes the number of an iteration, from 1, and the mean length of the last episodes. */
  @FunctionalInterface
  private interface Listener {

    void after(int iteration, double mean);
  }

  private void learn(Episodes episodes, Listener listener) {
    var ppo = new Ppo(poles, steps, EPOCHS, MINIBATCHES);
    var key = Key.of(seed);
    var learner = ppo.start(hidden, rate, key);
    var iterate = jit(ppo::iterate);
    for (int i = 1; i <= iterations && !episodes.solved(); i++) {
      var iteration = iterate.apply(learner, key.foldIn(i));
      learner = iteration.learner();
      episodes.add(iteration.done(), iteration.length());
      listener.after(i, episodes.mean());
    }
  }

  private void show(PrintWriter out, int iteration, double mean, long start) {
    out.printf(
        Locale.ROOT,
        "iteration %3d  %6d steps  mean length %5.1f  %4.1f s%n",
        iteration,
        iteration * poles * steps,
        mean,
        (System.nanoTime() - start) / 1e9);
    ClosedOutputException.check(out);
  }
}

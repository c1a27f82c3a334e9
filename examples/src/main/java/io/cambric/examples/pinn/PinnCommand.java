package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.broadcastTo;
import static io.cambric.numpy.Numpy.concatenate;
import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.stack;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.nio.file.Path;
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

/** The command {@code ./run pinn}: learns a solution of Burgers' equation, and compares it. */
@Command(
    name = "pinn",
    description = "Learns the solution of a differential equation from the equation alone.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class PinnCommand implements Callable<Integer> {

  private static final int LINES = 10;

  /** Points of the comparison along each axis. */
  private static final int TIMES = 141;

  private static final int PLACES = 141;

  @Option(names = "--seed", description = "Seed of the network and the points.")
  private long seed = 1;

  @Option(names = "--steps", description = "Steps of the training, 1 to 1000000.")
  private int steps = 2000;

  @Option(names = "--points", description = "Points of a step, 1 to 100000.")
  private int points = 512;

  @Option(names = "--viscosity", description = "Of the fluid, 0.01 to 10.")
  private double viscosity = 0.04;

  @Option(names = "--width", description = "Width of the hidden layers, 1 to 1024.")
  private int width = 32;

  @Option(names = "--depth", description = "Hidden layers, 1 to 16.")
  private int depth = 3;

  @Option(names = "--rate", description = "Peak learning rate of Adam, 1e-9 to 1.")
  private double rate = 5e-3;

  @Mixin private final ReportOption report = new ReportOption(Path.of("pinn-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofImage("pinn-solution.png", "Where the maps are written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public PinnCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    try (var page = Report.to(report.file(), "Burgers' equation")) {
      var state = train(page, out);
      var grid = grid();
      var learnt = solution(state, grid);
      var exact = ColeHopf.solution(viscosity, grid);
      var difference = learnt.sub(exact);
      var maps = maps(learnt, exact, difference);
      page.writeImages(
          steps, Map.of("learnt, exact, ten times the difference", maps.reshape(1, PLACES, -1, 3)));
      picture.write(maps);
      out.println("report: " + report);
      out.println("picture: " + picture);
      out.printf(
          Locale.ROOT,
          "relative error: %.4f%n",
          Math.sqrt(difference.square().sum().item() / exact.square().sum().item()));
    }
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--steps", steps, 1, 1_000_000);
    checks.range("--points", points, 1, 100_000);
    checks.range("--viscosity", viscosity, 0.01, 10);
    checks.range("--width", width, 1, 1024);
    checks.range("--depth", depth, 1, 16);
    checks.range("--rate", rate, 1e-9, 1);
    report.check(checks);
    picture.check(checks);
  }

  private StandardTrainState<Wave> train(Report page, PrintWriter out) {
    var burgers = new Burgers(viscosity, points);
    var key = Key.of(seed);
    var state = Burgers.start(Wave.of(width, depth), rate, steps, key);
    var step = jit(burgers::step);
    var progress = Progress.standard(out);
    int every = Math.ceilDiv(steps, LINES);
    for (int i = 1; i <= steps; i++) {
      var stepped = step.apply(state, key.foldIn(1));
      state = stepped.state();
      progress.show("steps", i, steps);
      if (i % every == 0 || i == steps) {
        double loss = stepped.loss().item();
        page.writeScalars(i, Map.of("loss", loss));
        progress.println(String.format(Locale.ROOT, "step %5d  loss %.3g", i, loss));
        ClosedOutputException.check(out);
      }
    }
    return state;
  }

  /** {@return points of the comparison, {@code [PLACES * TIMES, 2]}, row by row for each place} */
  private static Array grid() {
    var shape = Shape.of(PLACES, TIMES);
    Array t = broadcastTo(linspace(0, 1, TIMES), shape);
    Array x = broadcastTo(linspace(1, -1, PLACES).reshape(PLACES, 1), shape);
    return stack(List.of(t, x), -1).reshape(PLACES * TIMES, 2);
  }

  private static Array solution(StandardTrainState<Wave> state, Array grid) {
    return jit(vmap((Array point) -> Burgers.solution(state, state.params(), point))).apply(grid);
  }

  /** {@return three maps of time to the right and place upwards, with gaps between them} */
  private static Array maps(Array learnt, Array exact, Array difference) {
    var gap = ones(PLACES, 4, 3);
    return concatenate(List.of(map(learnt), gap, map(exact), gap, map(difference.mul(10))), 1);
  }

  private static Array map(Array values) {
    return DivergingColours.of(values.reshape(PLACES, TIMES));
  }
}

package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.*;
import io.cambric.data.Dataset;
import io.cambric.examples.console.*;
import io.cambric.nn.Dense;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.Map;

/**
 * The example {@code ./run pinn}: a network that learns the solution of Burgers' equation, {@code
 * u_t + u u_x = viscosity u_xx}, from the equation alone.
 *
 * <p>Times are from 0 to 1 and places from -1 to 1. The wave begins as {@code -sin(pi x)} and is
 * zero at both ends. A point is {@code (t, x)}.
 *
 * @see <a href="https://arxiv.org/abs/1711.10561">Raissi et al., Physics Informed Deep Learning</a>
 */
public final class PinnExample {

  /** The command {@code ./run pinn}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "pinn", "Learns the solution of a differential equation from the equation alone.")
          .whole(
              "--epochs",
              20,
              1,
              10_000,
              "Training length in hundreds of steps, each on new points.")
          .number(
              "--viscosity",
              0.04,
              0.01,
              10,
              "Viscosity of the fluid; a smaller one is harder to learn.")
          .picture(
              "pinn-solution.png", "The learnt solution, the exact solution and their difference.")
          .runs(PinnExample::run);

  private static final int WIDTH = 32;
  private static final int DEPTH = 3;
  private static final int POINTS = 512;
  private static final int STEPS = 100;
  private static final double RATE = 5e-3;

  /** Points of the comparison along each axis. */
  private static final int SIDE = 141;

  /** Nodes of the integrals of the exact solution. */
  private static final int NODES = 600;

  private PinnExample() {}

  /** A wave, which keeps the beginning and the ends whatever its parameters are. */
  @Module
  record WaveDef(int width) {

    @Compact
    Array call(Array point) {
      var h = point;
      for (int i = 0; i < DEPTH; i++) {
        h = tanh(Dense.of(width).call(h));
      }
      var net = Dense.of(1).call(h).get(0);
      var t = point.get(0);
      var x = point.get(1);
      return t.mul(x.square().neg().add(1)).mul(net).sub(x.mul(Math.PI).sin());
    }
  }

  /** {@return by how much a function misses the equation at one point, a scalar} */
  static Array residual(ArrayFn u, Array point, double viscosity) {
    ArrayFn slope = grad(u)::apply;
    var first = slope.apply(point);
    var second = jacfwd(slope).apply(point);
    return first.get(0).add(u.apply(point).mul(first.get(1))).sub(second.get(1, 1).mul(viscosity));
  }

  /** The mean square of the residuals at points. */
  static Array loss(Wave wave, Array points, double viscosity) {
    var variables = wave.variables();
    ArrayFn u = point -> wave.apply(variables, point);
    return vmap((Array point) -> residual(u, point, viscosity)).apply(points).square().mean();
  }

  /** {@return points at random, {@code [count, 2]}} */
  static Array points(int count, Key key) {
    return Random.uniform(key, Shape.of(count, 2)).mul(array(1, 2)).sub(array(0, 1));
  }

  /**
   * {@return the exact solution at one point}
   *
   * <p>The transformation of Cole and Hopf makes a heat equation of Burgers' equation. Its solution
   * is a quotient of two integrals, which are sums over nodes here.
   *
   * @see <a href="https://doi.org/10.1090/qam/42889">Cole, On a quasi-linear parabolic equation</a>
   */
  static double exact(double viscosity, double time, double place) {
    double above = 0;
    double below = 0;
    for (int i = 0; i <= NODES; i++) {
      double z = 20.0 * i / NODES - 10;
      double y = Math.PI * (place - Math.sqrt(2 * viscosity * time) * z);
      // The constant keeps the exponential at 1 or below, and cancels.
      double weight = Math.exp(-z * z / 2 - (Math.cos(y) + 1) / (2 * Math.PI * viscosity));
      above += Math.sin(y) * weight;
      below += weight;
    }
    return -above / below;
  }

  private static Array exact(double viscosity, Array points) {
    var x = points.toFloats();
    var values = new float[x.length / 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) exact(viscosity, x[2 * i], x[2 * i + 1]);
    }
    return NdArray.of(Shape.of(values.length), values);
  }

  /** {@return points of a map, row by row, with time to the right and place upwards} */
  private static Array grid() {
    var shape = Shape.of(SIDE, SIDE);
    var t = broadcastTo(linspace(0, 1, SIDE), shape);
    var x = broadcastTo(linspace(1, -1, SIDE).reshape(SIDE, 1), shape);
    return stack(List.of(t, x), -1).reshape(SIDE * SIDE, 2);
  }

  /** {@return a map in colours: blue for -1, white for 0, red for 1} */
  private static Array map(Array values) {
    var x = values.reshape(SIDE, SIDE, 1).clip(-1, 1);
    var ends = where(x.lt(0), array(0.13, 0.27, 0.65), array(0.70, 0.09, 0.17));
    return ends.sub(1).mul(x.abs()).add(1);
  }

  static void run(ExampleRun run) {
    double viscosity = run.number("--viscosity");
    var wave = Wave.of(WIDTH);
    var report = run.report("Burgers' equation");
    var key = run.key();
    var rate = cosineDecay(RATE, STEPS * run.epochs());
    var trained =
        Training.minimize(
                wave,
                wave.init(key, array(0, 0)),
                adam(rate),
                (Wave w, Array points) -> loss(w, points, viscosity))
            .data(epoch ->
                Dataset.ofArrays(points(STEPS * POINTS, key.foldIn(1 + epoch))).batch(POINTS))
            .epochs(run.epochs())
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss"))
            .run();

    var variables = trained.state().variables();
    var grid = grid();
    var learnt = vmap((Array point) -> wave.apply(variables, point)).apply(grid);
    var exact = exact(viscosity, grid);
    var difference = learnt.sub(exact);
    var gap = ones(SIDE, 4, 3);
    var picture =
        concatenate(List.of(map(learnt), gap, map(exact), gap, map(difference.mul(10))), 1);
    run.picture(picture);
    report.writeImages(
        trained.steps(),
        Map.of("learnt, exact, ten times the difference", picture.reshape(1, SIDE, -1, 3)));
    run.result(
        "relative error: %.4f",
        Math.sqrt(difference.square().sum().item() / exact.square().sum().item()));
  }
}

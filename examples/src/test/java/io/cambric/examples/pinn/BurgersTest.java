package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.console.CommandRun;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.transform.function.ArrayFn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BurgersTest {

  private static final double VISCOSITY = 0.04;
  private static final Burgers BURGERS = new Burgers(VISCOSITY, 64);

  @TempDir private Path folder;

  /** Of {@code u = sin(t) x^3}, whose derivatives are known. */
  @Test
  void the_residual_is_what_a_function_misses_the_equation_by() {
    ArrayFn u = point -> point.get(0).sin().mul(point.get(1).pow(3));
    for (double[] at : new double[][] {{0.3, 0.5}, {0.9, -0.7}}) {
      double t = at[0];
      double x = at[1];
      double expected =
          Math.cos(t) * x * x * x
              + Math.sin(t) * x * x * x * Math.sin(t) * 3 * x * x
              - VISCOSITY * Math.sin(t) * 6 * x;

      assertThat(BURGERS.residual(u, array(t, x)).item()).isCloseTo(expected, offset(1e-5));
    }
  }

  @Test
  void the_form_of_the_solution_keeps_the_conditions() {
    var state = Burgers.start(Wave.of(8, 2), 1e-3, 10, Key.of(0));
    for (double t : new double[] {0, 0.4, 1}) {
      assertThat(at(t, -1, state)).isCloseTo(0, offset(1e-6));
      assertThat(at(t, 1, state)).isCloseTo(0, offset(1e-6));
    }
    assertThat(at(0, 0.3, state)).isCloseTo(-Math.sin(Math.PI * 0.3), offset(1e-6));
  }

  private static double at(double t, double x, StandardTrainState<Wave> state) {
    return Burgers.solution(state, state.params(), array(t, x)).item();
  }

  @Test
  void the_exact_solution_fulfils_the_equation() {
    var random = new SplittableRandom(4);
    double h = 1e-4;
    for (int i = 0; i < 50; i++) {
      double t = 0.05 + 0.9 * random.nextDouble();
      double x = 2 * random.nextDouble() - 1;
      double u = ColeHopf.solution(VISCOSITY, t, x);
      double right = ColeHopf.solution(VISCOSITY, t, x + h);
      double left = ColeHopf.solution(VISCOSITY, t, x - h);
      double later = ColeHopf.solution(VISCOSITY, t + h, x);
      double earlier = ColeHopf.solution(VISCOSITY, t - h, x);
      double slope = (right - left) / (2 * h);
      double curvature = (right - 2 * u + left) / (h * h);
      double change = (later - earlier) / (2 * h);

      assertThat(change + u * slope - VISCOSITY * curvature)
          .as("at t = %f, x = %f", t, x)
          .isCloseTo(0, offset(1e-3));
    }
  }

  @Test
  void steps_lower_the_loss() {
    var state = Burgers.start(Wave.of(8, 2), 1e-2, 200, Key.of(0));
    var step = jit(BURGERS::step);
    Array points = Random.uniform(Key.of(2), Shape.of(200, 2));
    double before = BURGERS.loss(state, state.params(), points).item();
    for (int i = 0; i < 200; i++) {
      state = step.apply(state, Key.of(1)).state();
    }

    assertThat(BURGERS.loss(state, state.params(), points).item()).isLessThan(0.9 * before);
  }

  @Test
  void the_command_ends_with_the_relative_error() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("maps.png");
    var run =
        CommandRun.of(
            new PinnCommand(),
            "--steps=200",
            "--points=128",
            "--width=16",
            "--rate=0.02",
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last).matches("relative error: 0\\.\\d{4}");
    assertThat(Double.parseDouble(last.split(" ")[2])).isLessThan(0.3);
    assertThat(Files.readString(report)).contains("Burgers");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(3 * 141 + 2 * 4);
  }
}

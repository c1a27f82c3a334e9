package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.examples.console.CommandRun;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinnExampleTest {

  private static final double VISCOSITY = 0.04;

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(PinnExample.COMMAND.commandLine(), arguments);
  }

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

      assertThat(PinnExample.residual(u, array(t, x), VISCOSITY).item())
          .isCloseTo(expected, offset(1e-5));
    }
  }

  @Test
  void the_form_of_the_wave_keeps_the_conditions() {
    var wave = Wave.of(8);
    var variables = wave.init(Key.of(0), array(0, 0));
    for (double t : new double[] {0, 0.4, 1}) {
      assertThat(wave.apply(variables, array(t, -1)).item()).isCloseTo(0, offset(1e-6));
      assertThat(wave.apply(variables, array(t, 1)).item()).isCloseTo(0, offset(1e-6));
    }
    assertThat(wave.apply(variables, array(0, 0.3)).item())
        .isCloseTo(-Math.sin(Math.PI * 0.3), offset(1e-6));
  }

  @Test
  void the_exact_solution_begins_as_a_sine() {
    for (double x : new double[] {-1, -0.6, 0, 0.25, 1}) {
      assertThat(PinnExample.exact(VISCOSITY, 0, x))
          .isCloseTo(-Math.sin(Math.PI * x), offset(1e-12));
    }
  }

  @Test
  void the_exact_solution_fulfils_the_equation() {
    var random = new SplittableRandom(4);
    double h = 1e-4;
    for (int i = 0; i < 50; i++) {
      double t = 0.05 + 0.9 * random.nextDouble();
      double x = 2 * random.nextDouble() - 1;
      double u = PinnExample.exact(VISCOSITY, t, x);
      double right = PinnExample.exact(VISCOSITY, t, x + h);
      double left = PinnExample.exact(VISCOSITY, t, x - h);
      double later = PinnExample.exact(VISCOSITY, t + h, x);
      double earlier = PinnExample.exact(VISCOSITY, t - h, x);
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
    var wave = Wave.of(8);
    var variables = wave.init(Key.of(0), array(0, 0));
    Array others = PinnExample.points(200, Key.of(2));
    var trained =
        Training.minimize(
                wave,
                variables,
                Optax.adam(1e-2),
                (Wave w, Array points) -> PinnExample.loss(w, points, VISCOSITY))
            .data(Dataset.ofArrays(PinnExample.points(200 * 64, Key.of(1))).batch(64))
            .run();

    assertThat(loss(wave, trained.state().variables(), others))
        .isLessThan(0.9 * loss(wave, variables, others));
  }

  private static double loss(Wave wave, Variables variables, Array points) {
    return wave.apply(variables, w -> PinnExample.loss(w, points, VISCOSITY)).item();
  }

  @Test
  void the_command_ends_with_the_relative_error() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("maps.png");
    var run = run("--epochs", 3, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines())
        .contains("report: " + report, "picture: " + picture)
        .anyMatch(line -> line.startsWith("epoch 3/3  train/loss "));
    var last = run.lines().getLast();
    assertThat(last).matches("relative error: 0\\.\\d{4}");
    assertThat(Double.parseDouble(last.split(" ")[2])).isLessThan(0.3);
    assertThat(Files.readString(report)).contains("Burgers");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(3 * 141 + 2 * 4);
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_training() {
    var run = run("--viscosity", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--viscosity': needs a number from 0.01 to 10, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}

package io.cambric.examples.vae;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.digits.DigitsData;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaeExampleTest {

  private static final Array PIXELS =
      DigitsData.builtIn().trainingPart().batch().images().reshape(-1, 64);

  /** Computed by Flax and Optax with the same seeds and batches. */
  private static final double[] LOSSES = {47.312187, 45.307686, 43.357513, 41.297234};

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(VaeExample.COMMAND.commandLine(), arguments);
  }

  @Test
  void the_first_steps_have_the_losses_of_flax() {
    var vae = Vae.of(8);
    var losses = new ArrayList<Double>();

    Training.minimize(
            vae, VaeExample.init(vae, PIXELS, Key.of(1)), Optax.adam(1e-3), VaeExample::loss)
        .rng("noise", Key.of(9))
        .data(
            IntStream.range(0, LOSSES.length)
                .mapToObj(i -> PIXELS.get(i * 128 + ":" + (i + 1) * 128))
                .toList())
        .logEvery(1)
        .afterStep(event -> losses.add(event.metrics().get("train/loss")))
        .run();

    assertThat(losses).hasSize(LOSSES.length);
    for (int i = 0; i < LOSSES.length; i++) {
      assertThat(losses.get(i))
          .as("loss of step %d", i)
          .isCloseTo(LOSSES[i], withinPercentage(1e-3));
    }
  }

  @Test
  void samples_are_intensities_that_the_key_decides() {
    var vae = Vae.of(2);
    var variables = VaeExample.init(vae, PIXELS, Key.of(1));
    var samples = VaeExample.samples(vae, variables, 3, Key.of(5));

    assertThat(samples.shape()).isEqualTo(Shape.of(3, 64));
    assertThat(samples.min().item()).isBetween(0.0, 1.0);
    assertThat(samples.max().item()).isBetween(0.0, 1.0);
    assertThat(VaeExample.samples(vae, variables, 3, Key.of(5)).toFloats())
        .isEqualTo(samples.toFloats());
    assertThat(VaeExample.samples(vae, variables, 3, Key.of(6)).toFloats())
        .isNotEqualTo(samples.toFloats());
  }

  @Test
  void a_training_ends_with_the_test_loss_a_report_and_a_picture() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("samples.png");
    var run = run("--epochs", 10, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last).matches("test loss: \\d\\d\\.\\d\\d nats");
    assertThat(Double.parseDouble(last.split(" ")[2])).isLessThan(28);
    assertThat(run.lines())
        .contains("report: " + report, "picture: " + picture)
        .anyMatch(line -> line.startsWith("epoch 10/10  train/loss "));
    assertThat(Files.readString(report)).contains("<h1>Variational autoencoder</h1>", "<img");
    var image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(16 * 33);
    assertThat(image.getHeight()).isEqualTo(6 * 33);
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_training() {
    var run = run("--latents", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--latents': needs a whole number from 1 to 256, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}

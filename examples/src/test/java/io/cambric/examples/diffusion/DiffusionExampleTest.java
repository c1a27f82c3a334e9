package io.cambric.examples.diffusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.digits.DigitsData;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffusionExampleTest {

  private static final DigitsData DIGITS = DigitsData.builtIn();

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(DiffusionExample.COMMAND.commandLine(), arguments);
  }

  @Test
  void the_noise_grows_from_nearly_nothing_to_nearly_all() {
    var noise = DiffusionExample.Noise.of(50);
    var kept = noise.kept().toFloats();
    var added = noise.added().toFloats();

    assertThat(kept[0]).isBetween(0.99f, 1f);
    assertThat(kept[49]).isBetween(0f, 1e-3f);
    for (int t = 1; t < 50; t++) {
      assertThat(kept[t]).as("level %d", t).isCloseTo(kept[t - 1] * (1 - added[t]), offset(1e-6f));
    }
  }

  /** At init the last layer is zero, so the network predicts that there is no noise. */
  @Test
  void the_loss_of_a_network_that_predicts_nothing_is_the_variance_of_the_noise() {
    var net = Denoiser.of(8, 50);
    var batch = DIGITS.trainingPart().batch();
    var rngs = ApplyOptions.rngs(Rngs.none().stream("noise", Key.of(3)));
    var loss =
        net.apply(
                DiffusionExample.init(net, batch, Key.of(0)),
                rngs,
                m -> DiffusionExample.loss(m, batch, true))
            .output();

    assertThat(loss.item()).isCloseTo(1, offset(0.02));
  }

  @Test
  void samples_are_finite_images_that_the_key_decides() {
    var net = Denoiser.of(8, 10);
    var variables = DiffusionExample.init(net, DIGITS.batches(4).getFirst(), Key.of(0));
    Array labels = NdArray.ofInts(Shape.of(2), 3, 7);
    var samples = DiffusionExample.sample(net, variables, labels, 1.5, Key.of(1));

    assertThat(samples.shape()).isEqualTo(Shape.of(2, 8, 8, 1));
    assertThat(samples.abs().max().item()).isLessThanOrEqualTo(1);
    assertThat(DiffusionExample.sample(net, variables, labels, 1.5, Key.of(1)).toFloats())
        .isEqualTo(samples.toFloats());
    assertThat(DiffusionExample.sample(net, variables, labels, 1.5, Key.of(2)).toFloats())
        .isNotEqualTo(samples.toFloats());
  }

  @Test
  void the_nearest_neighbour_of_a_known_image_is_itself() {
    var known = DIGITS.trainingPart().batch();

    assertThat(DiffusionExample.recognised(known, known)).isEqualTo(1);
    assertThat(DiffusionExample.recognised(DIGITS.testPart().batch(), known)).isGreaterThan(0.95);
  }

  @Test
  void the_command_ends_with_the_share_of_digits_that_are_recognised() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("samples.png");
    var run = run("--epochs", 1, "--levels", 10, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines())
        .contains("report: " + report, "picture: " + picture)
        .anyMatch(line -> line.startsWith("epoch 1/1  train/loss "));
    assertThat(run.lines().getLast())
        .matches(
            "recognised by their nearest neighbour: test images 0\\.95\\d\\d, samples"
                + " \\d\\.\\d{4}");
    assertThat(Files.readString(report)).contains("<h1>Diffusion</h1>", "<img");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(10 * 33);
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_training() {
    var run = run("--levels", 1, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--levels': needs a whole number from 2 to 4000, but got 1.");
    assertThat(folder).isEmptyDirectory();
  }
}

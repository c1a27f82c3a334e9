package io.cambric.examples.diffusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffusionTest {

  private static final DigitsData DIGITS = DigitsData.builtIn();

  @TempDir private Path folder;

  @Test
  void the_schedule_falls_from_nearly_all_to_nearly_nothing() {
    var schedule = NoiseSchedule.cosine(50);
    var kept = schedule.kept().toFloats();
    var beta = schedule.beta().toFloats();

    assertThat(kept[0]).isBetween(0.99f, 1f);
    assertThat(kept[49]).isBetween(0f, 1e-3f);
    for (int t = 1; t < 50; t++) {
      assertThat(kept[t]).as("level %d", t).isCloseTo(kept[t - 1] * (1 - beta[t]), offset(1e-6f));
    }
  }

  /** At init the last layer is zero, so the network predicts that there is no noise. */
  @Test
  void the_loss_of_a_network_that_predicts_nothing_is_the_variance_of_the_noise() {
    var diffusion = new Diffusion(NoiseSchedule.cosine(50));
    var batch = DIGITS.trainingPart().batch();
    var state = state(batch);

    assertThat(diffusion.loss(state, state.params(), batch, Key.of(3)).item())
        .isCloseTo(1, offset(0.02));
  }

  @Test
  void samples_are_finite_images_that_key_and_digit_decide() {
    var diffusion = new Diffusion(NoiseSchedule.cosine(10));
    var state = state(DIGITS.batches(4).getFirst());
    Array labels = NdArray.ofInts(Shape.of(2), 3, 7);
    var samples = diffusion.sample(state, labels, 1.5, Key.of(1));

    assertThat(samples.shape()).isEqualTo(Shape.of(2, 8, 8, 1));
    assertThat(samples.abs().max().item()).isLessThanOrEqualTo(1);
    assertThat(diffusion.sample(state, labels, 1.5, Key.of(1)).toFloats())
        .isEqualTo(samples.toFloats());
    assertThat(diffusion.sample(state, labels, 1.5, Key.of(2)).toFloats())
        .isNotEqualTo(samples.toFloats());
  }

  @Test
  void the_nearest_neighbour_of_a_known_image_is_itself() {
    var known = DIGITS.trainingPart().batch();
    var judge = new NearestDigit(known);

    assertThat(judge.accuracy(known)).isEqualTo(1);
    assertThat(judge.accuracy(DIGITS.testPart().batch())).isGreaterThan(0.95);
  }

  @Test
  void the_command_ends_with_the_share_of_digits_that_are_recognised() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("samples.png");
    var run =
        CommandRun.of(
            new DiffusionCommand(),
            "--epochs=2",
            "--channels=8",
            "--levels=20",
            "--report=" + report,
            "--picture=" + picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getLast())
        .matches(
            "recognised by their nearest neighbour: test images 0\\.95\\d\\d, samples"
                + " \\d\\.\\d{4}");
    assertThat(Files.readString(report)).contains("<h1>Diffusion</h1>", "<img");
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(10 * 33);
  }

  @Test
  void channels_that_do_not_fit_the_groups_are_refused() {
    var run = CommandRun.of(new DiffusionCommand(), "--channels=12");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith("Invalid value for option '--channels': needs a multiple of 8, but got 12.");
  }

  private static StandardTrainState<Denoiser> state(Batch batch) {
    var net = Denoiser.of(8);
    var zero = NdArray.ofInts(Shape.of(1), 0).astype(DType.I32);
    var variables = net.init(Key.of(0), batch.images().get("0:1"), zero, zero);
    return StandardTrainState.create(net, variables, Optax.adam(1e-3));
  }
}

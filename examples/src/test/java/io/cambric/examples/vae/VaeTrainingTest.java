package io.cambric.examples.vae;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.vae.VaeTraining.Images;
import io.cambric.numpy.Key;
import org.junit.jupiter.api.Test;

class VaeTrainingTest {

  private static final Array PIXELS =
      DigitsData.builtIn().trainingPart().batch().images().reshape(-1, 64);

  /** Computed by Flax and Optax with the same seeds and batches. */
  private static final double[] LOSSES = {47.312187, 45.307686, 43.357513, 41.297234};

  @Test
  void the_first_steps_have_the_losses_of_flax() {
    var state = VaeTraining.state(Vae.of(256, 8, 64), PIXELS, 1e-3, Key.of(1));
    var step = jit(VaeTraining::step);
    for (int i = 0; i < LOSSES.length; i++) {
      var batch = new Images(PIXELS.get(i * 128 + ":" + (i + 1) * 128));
      var result = step.apply(state, batch, Key.of(9));
      state = result.state();

      assertThat(result.metrics().compute().get("loss").item())
          .as("loss of step %d", i)
          .isCloseTo(LOSSES[i], withinPercentage(1e-3));
    }
  }

  @Test
  void the_loss_of_an_image_is_the_sum_of_its_parts() {
    var state = VaeTraining.state(Vae.of(16, 2, 64), PIXELS, 1e-3, Key.of(1));
    var parts = VaeTraining.parts(state, state.params(), PIXELS.get("0:5"), Key.of(2));

    assertThat(parts.loss().toFloats())
        .isEqualTo(parts.reconstruction().add(parts.divergence()).toFloats())
        .hasSize(5);
    assertThat(parts.divergence().min().item()).isNotNegative();
  }

  @Test
  void samples_are_intensities_that_the_key_decides() {
    var state = VaeTraining.state(Vae.of(16, 2, 64), PIXELS, 1e-3, Key.of(1));
    var samples = VaeTraining.samples(state, 3, Key.of(5));

    assertThat(samples.shape()).isEqualTo(Shape.of(3, 64));
    assertThat(samples.min().item()).isBetween(0.0, 1.0);
    assertThat(samples.max().item()).isBetween(0.0, 1.0);
    assertThat(VaeTraining.samples(state, 3, Key.of(5)).toFloats()).isEqualTo(samples.toFloats());
    assertThat(VaeTraining.samples(state, 3, Key.of(6)).toFloats())
        .isNotEqualTo(samples.toFloats());
  }
}

package io.cambric.examples.sweep;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.numpy.Key;
import org.junit.jupiter.api.Test;

class SweepTest {

  private static final Sweep SWEEP = Sweep.onDigits(16, 20, 64);

  /** Computed by Flax and Optax with the same keys, rows for keys and columns for rates. */
  private static final double[][] FIRST = {{2.4721665, 2.4721665}, {2.2666535, 2.2666535}};

  private static final double[][] LAST = {{2.244575, 0.7230891}, {2.2525854, 0.5442796}};
  private static final int[][] CORRECT = {{37, 274}, {67, 288}};

  @Test
  void all_trainings_end_as_those_of_flax_do() {
    var result = SWEEP.run(Key.of(0).split(2), array(1e-3, 3e-2));

    assertThat(result.losses().shape()).isEqualTo(Shape.of(2, 2, 20));
    for (int key = 0; key < 2; key++) {
      for (int rate = 0; rate < 2; rate++) {
        assertThat(result.losses().get(key, rate, 0).item())
            .isCloseTo(FIRST[key][rate], offset(1e-4));
        assertThat(result.losses().get(key, rate, 19).item())
            .isCloseTo(LAST[key][rate], offset(1e-3));
        assertThat(result.accuracy().get(key, rate).item() * 360)
            .isCloseTo(CORRECT[key][rate], offset(1.5));
      }
    }
  }

  @Test
  void a_training_of_the_sweep_is_the_one_with_its_key_and_rate_alone() {
    var keys = Key.of(3).split(2);
    var all = SWEEP.run(keys, array(1e-3, 1e-2));
    var one = jit(SWEEP::train).apply(keys.get(1), scalar(1e-2));

    assertThat(all.losses().get(1, 1).sub(one.losses()).abs().max().item()).isLessThan(1e-4);
    assertThat(all.accuracy().get(1, 1).item()).isEqualTo(one.accuracy().item());
  }
}

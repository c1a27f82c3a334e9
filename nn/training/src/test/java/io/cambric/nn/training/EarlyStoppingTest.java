package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyStoppingTest {

  /** {@return the epoch at which a training with these losses stops} */
  private static int stop(EarlyStopping stopping, double... losses) {
    for (int epoch = 0; epoch < losses.length; epoch++) {
      stopping = stopping.update(losses[epoch]);
      if (stopping.shouldStop()) {
        return epoch;
      }
    }
    return losses.length;
  }

  @Test
  void the_example_of_flax_stops_at_epoch_7() {
    assertThat(stop(EarlyStopping.of(1e-3, 2), 4, 3, 3, 3, 2, 2, 2, 2, 1, 1)).isEqualTo(7);
  }

  @Test
  void patience_counts_updates_before_the_one_that_stops() {
    assertThat(stop(EarlyStopping.of(0, 0), 1, 1)).isEqualTo(1);
    assertThat(stop(EarlyStopping.of(0, 2), 1, 1, 1, 1)).isEqualTo(3);
  }

  @Test
  void an_improvement_is_larger_than_the_delta() {
    var improved = new ArrayList<Boolean>();
    var stopping = EarlyStopping.of(.25, 9);
    for (double loss : new double[] {1, .875, .75, .5, Double.NaN}) {
      stopping = stopping.update(loss);
      improved.add(stopping.hasImproved());
    }
    assertThat(improved).containsExactly(true, false, false, true, false);
    assertThat(stopping.bestMetric()).isEqualTo(.5);
    assertThat(stopping.patienceCount()).isEqualTo(1);
  }

  @Test
  void once_stopped_stays_stopped_until_reset() {
    var stopped = EarlyStopping.of(0, 0).update(1).update(1);
    assertThat(stopped.update(.5).shouldStop()).isTrue();
    assertThat(stopped.reset()).isEqualTo(EarlyStopping.of(0, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void a_number_is_an_improvement_on_none(double first) {
    var begun = EarlyStopping.of(0.5, 3).update(first);
    assertThat(begun.hasImproved()).isFalse();
    assertThat(begun.patienceCount()).isEqualTo(1);

    var next = begun.update(1e30);
    assertThat(next.hasImproved()).isTrue();
    assertThat(next.bestMetric()).isEqualTo(1e30);
    assertThat(next.patienceCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void a_training_that_diverges_at_once_is_stopped(double loss) {
    assertThat(stop(EarlyStopping.of(0, 2), loss, loss, loss, loss)).isEqualTo(2);
  }

  @Test
  void a_state_of_older_versions_whose_best_is_nan_takes_a_number() {
    var older = new EarlyStopping(0, 2, Double.NaN, 1, false, false);
    assertThat(older.update(3)).isEqualTo(new EarlyStopping(0, 2, 3, 0, false, true));
  }

  @Test
  void nothing_improves_on_minus_infinity() {
    var best = EarlyStopping.of(0, 2).update(Double.NEGATIVE_INFINITY);
    assertThat(best.hasImproved()).isTrue();
    assertThat(best.update(-1e300).hasImproved()).isFalse();
    assertThat(best.update(Double.NEGATIVE_INFINITY).hasImproved()).isFalse();
  }
}

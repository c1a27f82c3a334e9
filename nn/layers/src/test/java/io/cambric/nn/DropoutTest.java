package io.cambric.nn;

import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static io.cambric.transform.Transforms.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.MissingRngException;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import org.junit.jupiter.api.Test;

class DropoutTest {

  private static final Variables NONE = Variables.empty();

  private static Array drop(Dropout dropout, Array x) {
    return dropout.apply(NONE, rng("dropout", Key.of(0)), m -> m.call(x, false)).output();
  }

  @Test
  void a_seed_means_the_mask_of_flax_and_kept_elements_are_scaled() {
    assertNear(drop(Dropout.of(.5), ones(8)), 0, 2, 2, 0, 0, 0, 0, 0);
  }

  @Test
  void deterministic_and_rate_zero_pass_the_input_without_a_key() {
    var x = ones(8);
    assertThat(Dropout.of(.5).apply(NONE, x, true)).isSameAs(x);
    assertThat(Dropout.of(0).apply(NONE, x, false)).isSameAs(x);
    assertThat(Dropout.of(.5).withDeterministic(true).apply(NONE, x)).isSameAs(x);
  }

  @Test
  void rate_one_gives_zeros_and_finite_gradients() {
    assertNear(Dropout.of(1).apply(NONE, ones(3), false), 0, 0, 0);
    assertNear(grad(x -> Dropout.of(1).apply(NONE, x, false).sum()).apply(ones(3)), 0, 0, 0);
  }

  @Test
  void elements_along_broadcast_axes_share_their_fate() {
    var y = drop(Dropout.of(.5).withBroadcastDims(Axes.of(1)), ones(10, 10));
    for (double sum : y.sum(1).toFloats()) {
      assertThat(sum).isIn(0.0, 20.0);
    }
    assertThat(y.sum().item()).isBetween(20.0, 180.0);
  }

  @Test
  void a_key_of_the_callers_is_used_instead_of_the_stream() {
    var key = Key.of(7);
    var once = Dropout.of(.5).apply(NONE, ones(64), false, key);
    var again = Dropout.of(.5).apply(NONE, ones(64), false, key);
    assertThat(once.toFloats()).containsExactly(again.toFloats()).contains(0, 2);
  }

  @Test
  void two_calls_of_one_module_drop_differently() {
    var y =
        Dropout.of(.5)
            .apply(
                NONE,
                rng("dropout", Key.of(0)),
                m -> m.call(ones(64), false).sub(m.call(ones(64), false)))
            .output();
    assertThat(y.abs().max().item()).isEqualTo(2);
  }

  @Test
  void a_missing_stream_a_missing_flag_and_a_percentage_are_refused() {
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> Dropout.of(.5).apply(NONE, ones(3), false))
        .withMessageContaining("dropout");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Dropout.of(.5).apply(NONE, ones(3)))
        .withMessageContaining("Dropout needs deterministic, but neither");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Dropout.of(50))
        .withMessageContaining(
            "Dropout needs rate in [0, 1], but got 50.0. It is a fraction, not a percentage.");
  }
}

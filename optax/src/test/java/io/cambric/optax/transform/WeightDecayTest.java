package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Sample;
import io.cambric.optax.schedule.Schedules;
import io.cambric.transform.function.Fn;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link AddDecayedWeights} and {@link AddScheduledWeights}. */
class WeightDecayTest {

  @Test
  void weights_are_added_in_proportion() {
    assertNear(
        Sample.updates(Optax.addDecayedWeights(0.1), 1), 1.07721996, 0.747309983, 0.714890003);
  }

  @Test
  void the_decay_may_follow_a_schedule_of_its_own() {
    var tx = Optax.addDecayedWeights(Schedules.piecewiseConstant(0.1, Map.of(1, 0.0)));
    assertNear(Sample.updates(tx, 1), 1.07721996, 0.747309983, 0.714890003);
    assertNear(Sample.updates(tx, 2), 1.8776, 0.8089, -0.5754);
    var step = tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), Sample.PARAMS);
    assertThat(step.state().find("count", Array.class).orElseThrow().toInts()).containsExactly(1);
  }

  @Test
  void no_decay_passes_the_same_updates_on() {
    var grads = Sample.GRADS.get(0);
    assertThat(Optax.addDecayedWeights(0).update(grads, new EmptyState(), Sample.PARAMS).updates())
        .isSameAs(grads);
  }

  @Test
  void missing_parameters_are_named_even_without_decay() {
    var grads = Sample.GRADS.get(0);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.addDecayedWeights(0).update(grads, new EmptyState(), null))
        .withMessage(
            "add_decayed_weights needs the parameters, but update got null."
                + " Call update(updates, state, params).");
  }

  /** The numbers are those of optax 0.2.8. */
  @Test
  void a_mask_keeps_the_decay_from_some_leaves() {
    Fn<Map<String, Array>, Object> kernels = _ -> Map.of("kernel", true, "bias", false);
    var params = Map.of("kernel", Sample.row(1, -2), "bias", Sample.row(3));
    var grads = Map.of("kernel", Sample.row(0.5f, 0.25f), "bias", Sample.row(-1));
    var decay = Optax.masked(Optax.addDecayedWeights(0.2), kernels);
    var adamw = Optax.adamw(0.1).withWeightDecay(0.2).withMask(kernels);

    var decayed = decay.update(grads, decay.init(params), params).updates();
    var step = adamw.update(grads, adamw.init(params), params).updates();

    assertNear(decayed.get("kernel"), 0.7, -0.15);
    assertNear(decayed.get("bias"), -1);
    assertNear(step.get("kernel"), -0.119999342, -0.059999336);
    assertNear(step.get("bias"), 0.099999331);
  }
}

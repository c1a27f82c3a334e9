package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.multiSteps;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Counts;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers are those of optax.MultiSteps. */
class MultiStepsTest {

  @Test
  void the_optimiser_steps_with_the_mean_or_the_sum_of_gradients() {
    assertNear(Sample.train(multiSteps(adam(0.1), 2), 2), 0.6032007, 1.2571007, -0.8290993);
    assertNear(Sample.train(multiSteps(sgd(0.1), 3), 3), 0.5971233, 1.31914, -0.6852);
    assertNear(
        Sample.train(multiSteps(sgd(0.1), 2).withUseGradMean(false), 2),
        0.41474998,
        1.21505,
        -0.75034);
  }

  @Test
  void between_steps_updates_are_zeros_and_the_inner_state_stays() {
    var tx = multiSteps(adam(0.1), 3);
    var state = tx.initial(Sample.PARAMS);
    var step = tx.update(Sample.GRADS.get(0), state, Sample.PARAMS);
    var next = (MultiSteps.State) step.state();

    assertThat(step.updates().get("a").toFloats()).containsExactly(0, 0, 0);
    assertThat(next.innerOptState()).hasToString(state.innerOptState().toString());
    assertThat(next.miniStep().toInts()).containsExactly(1);
    assertThat(next.hasUpdated().toBoolean()).isFalse();
  }

  @Test
  void the_number_of_mini_steps_follows_a_schedule_of_steps() {
    var tx =
        multiSteps(sgd(0.1), gradientStep -> Numpy.where(gradientStep.lt(1), 1, 2))
            .withAccumulatorDtype(DType.F32);
    var step =
        Transforms.jit((MultiSteps.State state) ->
            (MultiSteps.State) tx.update(Sample.PARAMS, state, Sample.PARAMS).state());
    var updated = new ArrayList<Boolean>();
    var state = tx.initial(Sample.PARAMS);
    for (int i = 0; i < 5; i++) {
      state = step.apply(state);
      updated.add(state.hasUpdated().toBoolean());
    }
    assertThat(updated).containsExactly(true, false, true, false, true);
    assertThat(state.gradientStep().toInts()).containsExactly(3);
  }

  @Test
  void gradients_that_are_not_finite_are_skipped() {
    var tx = multiSteps(sgd(1), 2).withShouldSkipUpdateFn(Optax.skipNotFinite());
    var grads = List.of(Sample.tree(2), Sample.tree(Float.NaN), Sample.tree(4), Sample.tree(8));
    var updates = new ArrayList<Float>();
    var skipped = new ArrayList<Integer>();
    var state = tx.initial(Sample.tree(0));
    for (var each : grads) {
      var step = tx.update(each, state, Sample.tree(0));
      state = (MultiSteps.State) step.state();
      updates.add(step.updates().get("a").toFloats()[0]);
      skipped.add(state.miniStep().toInts()[0]);
    }
    assertThat(updates).containsExactly(0f, 0f, -3f, 0f);
    assertThat(skipped).containsExactly(1, 1, 0, 1);
    assertThat(state.skipState().toString()).contains("should_skip", "num_not_finite");
  }

  @Test
  void large_gradients_are_skipped() {
    var large = Optax.skipLargeUpdates(25);
    var step = Counts.zero();
    assertThat(large.apply(Sample.tree(3, 4), step, null).shouldSkip().toBoolean()).isTrue();
    assertThat(large.apply(Sample.tree(3, 3.9f), step, null).shouldSkip().toBoolean()).isFalse();
    assertThat(large.apply(Sample.tree(Float.NaN), step, null).shouldSkip().toBoolean()).isTrue();
    var notes = (Map<?, ?>) large.apply(Sample.tree(3, 4), step, null).state();
    assertThat(((Array) notes.get("norm_squared")).item()).isEqualTo(25);
  }

  @Test
  void a_skip_function_needs_a_bool_scalar() {
    var tx =
        multiSteps(sgd(1), 2)
            .withShouldSkipUpdateFn((_, _, _) -> new Skipped(Numpy.array(1f, 2f), List.of()));
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.init(Sample.PARAMS))
        .withMessage(
            "MultiSteps needs a skip function that returns a bool scalar, but got f32[2]. "
                + "Compare it with a number, and reduce with all() or any().");
  }

  @Test
  void no_mini_step_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> multiSteps(sgd(1), 0))
        .withMessage(
            "MultiSteps needs every_k_schedule above 0, but got 0.0. It is the number of"
                + " mini-steps.");
  }
}

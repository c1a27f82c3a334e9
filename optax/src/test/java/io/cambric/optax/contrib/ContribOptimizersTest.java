package io.cambric.optax.contrib;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Parameters after three steps, and messages, against Optax 0.2.8. */
class ContribOptimizersTest {

  private static final double[] VALUES = {2.0, 1.5, 0.7};

  private static final Schedule FALLING = Schedules.linear(1.0, 0.1, 4);

  private static Array train(GradientTransformation tx) {
    return Sample.train(tx, 3);
  }

  private static Array trainWithValues(GradientTransformation tx) {
    var params = Sample.PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < VALUES.length; i++) {
      var value = Numpy.scalar(VALUES[i]);
      var step = tx.update(Sample.GRADS.get(i), state, params, extras -> extras.withValue(value));
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params.get("a");
  }

  @Test
  void acprop_divides_by_the_second_moment_of_the_step_before() {
    assertNear(
        train(Contrib.acprop(0.1).withWeightDecay(0.1)), 0.378402591, 1.16715145, -0.501121521);
  }

  @Test
  void ademamix_mixes_a_slow_average_in_whose_decay_may_follow_a_schedule() {
    var tx = Contrib.ademamix(0.1).withB3(Schedules.linear(0.9, 0.99, 4)).withAlpha(2);
    assertNear(train(tx), 0.332106352, 1.01497149, -0.806809843);
  }

  @Test
  void averages_of_ademamix_stay_in_their_dtype() {
    var tx = Contrib.scaleByAdemamix().withMuDtype(DType.BF16);
    var first = tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null);
    var state = (ScaleByAdemamix.State) first.state();
    assertThat(Leaves.of(List.of(state.m1(), state.m2(), state.nu())))
        .extracting(Array::dtype)
        .containsOnly(DType.BF16);
  }

  @Test
  void simplified_ademamix_sums_gradients() {
    var tx = Contrib.simplifiedAdemamix(0.01).withAlpha(1);
    assertNear(train(tx), 0.624020398, 1.29233372, -0.716792285);
  }

  @Test
  void adopt_does_not_move_in_its_first_step_and_limits_the_next_ones() {
    assertNear(Sample.updates(Contrib.adopt(0.1), 1), 0, 0, 0);
    assertNear(train(Contrib.adopt(0.1)), 0.681242764, 1.34270585, -0.703330517);
  }

  @Test
  void adopt_moves_at_once_without_a_limit() {
    var tx = Contrib.adopt(0.1).withNesterov(true).withUseClipping(false).withEps(0.1);
    assertNear(train(tx), 0.647046924, 1.33000863, -0.672419846);
  }

  @Test
  void cocob_bets_without_a_learning_rate() {
    assertNear(train(Contrib.cocob()), 0.686040044, 1.34296775, -0.720488787);
    assertNear(
        train(Contrib.cocob().withLearningRate(0.5).withAlpha(10).withWeightDecay(0.1)),
        0.506746769,
        1.18435311,
        -0.632629395);
  }

  @Test
  void dadapt_adamw_follows_a_schedule() {
    var tx =
        Contrib.dadaptAdamw().withLearningRate(FALLING).withEstimLr0(0.01).withWeightDecay(0.1);
    assertNear(train(tx), 0.673297524, 1.33035743, -0.73423928);
  }

  @Test
  void dog_starts_from_a_heuristic_a_distance_or_a_learning_rate() {
    assertNear(train(Contrib.dog()), 0.703195691, 1.35709846, -0.729098618);
    var distance = Contrib.dog().withInitStep(InitialStep.distance(0.1)).withWeightDecay(0.1);
    assertNear(train(distance), 0.540415466, 1.2805233, -0.667311907);
    var rate = Contrib.dog().withInitStep(InitialStep.learningRate(0.05));
    assertNear(train(rate), 0.58907783, 1.31510806, -0.692596436);
  }

  @Test
  void dowg_starts_from_eps_or_a_squared_distance() {
    assertNear(train(Contrib.dowg()), 0.68660301, 1.35175633, -0.720988691);
    var tx = Contrib.dowg().withLearningRate(0.5).withInitEstimSqDist(0.04);
    assertNear(train(tx), 0.548745394, 1.2916609, -0.711239815);
  }

  @Test
  void madgrad_averages_gradients_from_the_first_parameters_on() {
    assertNear(train(Contrib.madgrad(0.1)), 0.597507119, 1.28689003, -0.711335421);
    assertNear(
        train(Contrib.madgrad(FALLING).withMomentum(0.5).withWeightDecay(0.1)),
        -0.865343034,
        0.205917507,
        -0.30836767);
  }

  @Test
  void prodigy_estimates_its_learning_rate() {
    assertNear(train(Contrib.prodigy()), 0.703197181, 1.35709751, -0.729100645);
    var tx =
        Contrib.prodigy()
            .withLearningRate(FALLING)
            .withEstimLr0(0.01)
            .withWeightDecay(0.1)
            .withSafeguardWarmup(true);
    assertNear(train(tx), 0.680658102, 1.33539927, -0.736712754);
  }

  @Test
  void prodigy_decays_the_weights_of_its_mask_only() {
    var plain = Contrib.prodigy().withEstimLr0(0.01);
    var masked = plain.withWeightDecay(0.1).withWeightDecayMask(false);
    assertThat(train(masked).toFloats()).containsExactly(train(plain).toFloats());
  }

  @Test
  void momo_steps_by_the_value_of_the_loss() {
    assertNear(trainWithValues(Contrib.momo()), -0.427741647, 0.676150024, -1.58204937);
    var tx =
        Contrib.momo()
            .withLearningRate(0.2)
            .withBeta(0.8)
            .withLowerBound(0.5)
            .withWeightDecay(0.1)
            .withAdaptLowerBound(true);
    assertNear(trainWithValues(tx), 0.036626026, 0.940695047, -0.960750341);
  }

  @Test
  void momo_adam_steps_by_the_value_of_the_loss() {
    var tx = Contrib.momoAdam().withLearningRate(0.1);
    assertNear(trainWithValues(tx), 0.422670156, 1.10014236, -0.78966099);
    assertNear(
        trainWithValues(tx.withLowerBound(0.5).withWeightDecay(0.1).withAdaptLowerBound(true)),
        0.404922307,
        1.06318843,
        -0.766147017);
  }

  @Test
  void sophia_divides_by_the_diagonal_of_the_hessian() {
    Fn<Map<String, Array>, Array> loss = p -> Numpy.sum(p.get("a").sin().mul(p.get("a").square()));
    var tx = Contrib.sophia(0.1).withUpdateInterval(2);
    var params = Sample.PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < 3; i++) {
      var grads = Transforms.grad(loss).apply(params);
      var step = tx.update(grads, state, params, extras -> extras.withValueFn(loss));
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    assertNear(params.get("a"), 0.403181851, 1.05706227, -1.02907515);
  }

  @Test
  void normalize_divides_by_the_norm() {
    assertNear(Sample.updates(Contrib.normalize(), 1), 0.71047217, 0.4315471, 0.55587447);
  }

  @Test
  void a_traced_step_is_that_of_the_plain_one() {
    for (var tx :
        List.of(
            Contrib.acprop(0.1),
            Contrib.adopt(0.1),
            Contrib.cocob(),
            Contrib.dadaptAdamw(),
            Contrib.dog(),
            Contrib.madgrad(0.1),
            Contrib.prodigy())) {
      var step =
          Transforms.jit((Map<String, Array> grads, OptState state) ->
              tx.update(grads, state, Sample.PARAMS).updates().get("a"));
      var traced = step.apply(Sample.GRADS.get(0), tx.init(Sample.PARAMS));
      assertThat(traced.toFloats())
          .as(tx.toString())
          .usingComparatorWithPrecision(1e-6f)
          .containsExactly(Sample.updates(tx, 1).toFloats());
    }
  }

  @Test
  void a_traced_step_of_sophia_estimates_the_hessian() {
    Fn<Map<String, Array>, Array> loss = p -> Numpy.sum(p.get("a").square().mul(1.5));
    var tx = Contrib.sophia(0.1);
    var step =
        Transforms.jit((Map<String, Array> params, OptState state) ->
            tx.update(
                    Transforms.grad(loss).apply(params),
                    state,
                    params,
                    extras -> extras.withValueFn(loss))
                .state());
    var state = step.apply(Sample.PARAMS, tx.init(Sample.PARAMS));
    // A Hessian of 3, averaged with a decay of 0.99 in the first step only.
    Map<?, ?> nu = state.find("nu", Map.class).orElseThrow();
    assertNear((Array) Objects.requireNonNull(nu.get("a")), 0.03, 0.03, 0.03);
    var next = step.apply(Sample.PARAMS, state).find("nu", Map.class).orElseThrow();
    assertNear((Array) Objects.requireNonNull(next.get("a")), 0.03, 0.03, 0.03);
  }

  @Test
  void a_missing_value_is_named() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Sample.updates(Contrib.momo(), 1))
        .withMessage(
            "momo needs the extra argument value, but update got none."
                + " Call update(updates, state, params, extras -> extras.withValue(...)).");
  }

  @Test
  void missing_parameters_are_named() {
    var tx = Contrib.prodigy();
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(Sample.GRADS.get(0), tx.init(Sample.PARAMS), null))
        .withMessage(
            "prodigy needs the parameters, but update got null."
                + " Call update(updates, state, params).");
  }

  @Test
  void a_first_step_of_zero_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> InitialStep.distance(0))
        .withMessage(
            "dog needs init_step above 0, but got 0.0. The parameters never move with a first step of 0.");
  }
}

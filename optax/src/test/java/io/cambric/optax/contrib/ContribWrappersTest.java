package io.cambric.optax.contrib;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clip;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static io.cambric.optax.contrib.ContribWrappers.mechanize;
import static io.cambric.optax.contrib.ContribWrappers.sam;
import static io.cambric.optax.contrib.ContribWrappers.scheduleFree;
import static io.cambric.optax.contrib.ContribWrappers.scheduleFreeAdamw;
import static io.cambric.optax.contrib.ContribWrappers.scheduleFreeEvalParams;
import static io.cambric.optax.contrib.ContribWrappers.scheduleFreeSgd;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Sample;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.transform.Transforms;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers are those of optax.contrib. */
class ContribWrappersTest {

  private static final ScalarOrSchedule TENTH = ScalarOrSchedule.of(0.1);

  @Test
  void mechanize_learns_the_scale() {
    assertNear(
        Sample.train(mechanize(adam(1)).withSInit(1e-2), 3), 0.6813193, 1.3370578, -0.73382354);
    assertNear(
        Sample.train(mechanize(sgd(1)).withWeightDecay(0.1).withSInit(0.1).withNumBetas(3), 3),
        0.3584205,
        1.2337191,
        -0.58641243);
  }

  @Test
  void sam_steps_up_before_it_steps_down() {
    var tx = sam(sgd(0.1, 0.9), sgd(0.05, 0.5));
    assertNear(Sample.train(tx, 1), 0.753545, 1.38768, -0.68970996);
    assertNear(Sample.train(tx, 2), 0.51544, 1.2762101, -0.67156);
    assertNear(Sample.train(tx, 3), 0.53033, 1.262125, -0.74803);
    assertNear(
        Sample.train(tx.withSyncPeriod(3).withResetState(false), 3),
        0.67341995,
        1.38527,
        -0.57615995);
  }

  @Test
  void sam_in_opaque_mode_makes_a_period_in_one_call() {
    var tx = sam(sgd(0.1, 0.9), sgd(0.05)).withOpaqueMode(true);
    var gradient =
        Transforms.grad(
            (Map<String, Array> p) -> p.get("a").square().sum().add(Numpy.sin(p.get("a")).sum()));
    var params = Sample.PARAMS;
    var state = tx.init(params);
    for (int i = 0; i < 2; i++) {
      var step =
          tx.update(
              gradient.apply(params),
              state,
              params,
              e -> e.withGradFn((p, _) -> gradient.apply(p)));
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    assertNear(params.get("a"), 0.06671408, 0.49896622, -0.51912487);
  }

  @Test
  void sam_in_opaque_mode_needs_the_gradient_as_a_function() {
    var tx = sam(sgd(0.1), sgd(0.1)).withOpaqueMode(true);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(Sample.PARAMS, tx.init(Sample.PARAMS), Sample.PARAMS))
        .withMessage(
            "sam needs the extra argument gradFn, but update got none. Call update(updates, state,"
                + " params, extras -> extras.withGradFn((p, step) -> gradients(p))).");
  }

  @Test
  void schedule_free_averages() {
    var tx = scheduleFree(sgd(0.1), TENTH);
    assertNear(Sample.train(tx, 3), 0.45916596, 1.2505851, -0.70642596);
    assertNear(evaluated(tx), 0.46740997, 1.2514035, -0.71854);
  }

  @Test
  void schedule_free_sgd_warms_up_and_decays_weights() {
    var tx = scheduleFreeSgd().withLearningRate(0.5).withWarmupSteps(4).withWeightDecay(0.1);
    assertNear(Sample.train(tx.withB1(0.8), 3), 0.4115404, 1.2736119, -0.36778083);
    assertNear(
        Sample.train(tx.withB1(0.8).withLearningRate(Numpy.scalar(0.5)), 3),
        0.4115404,
        1.2736119,
        -0.36778083);
    assertNear(evaluated(tx.withB1(0.8)), 0.4212272, 1.2725146, -0.39742965);
  }

  @Test
  void schedule_free_adamw_rescales_by_the_second_moment() {
    assertNear(
        Sample.train(scheduleFreeAdamw().withLearningRate(0.05).withWeightDecay(0.01), 3),
        0.6040862,
        1.2755032,
        -0.7199175);
    assertNear(
        Sample.train(
            scheduleFreeAdamw()
                .withLearningRate(0.05)
                .withWarmupSteps(2)
                .withB2(0.9)
                .withWeightLrPower(1),
            3),
        0.67243433,
        1.3449615,
        -0.67918146);
  }

  private static Array evaluated(GradientTransformation tx) {
    var all = chain(clip(10), tx);
    var params = Sample.PARAMS;
    var state = all.init(params);
    for (int i = 0; i < 3; i++) {
      var step = all.update(Sample.GRADS.get(i), state, params);
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return scheduleFreeEvalParams(state, params).get("a");
  }

  @Test
  void parameters_for_evaluation_need_the_state_of_a_schedule_free_optimiser() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> scheduleFreeEvalParams(clip(1).init(Sample.PARAMS), Sample.PARAMS))
        .withMessage(
            "schedule_free_eval_params needs the state of schedule_free, but got"
                + " io.cambric.optax.base.EmptyState. Pass the state that its last update"
                + " returned.");
  }

  @Test
  void schedule_free_needs_a_share_of_the_average() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> scheduleFree(sgd(0.1), TENTH).withB1(0))
        .withMessage("schedule_free needs b1 above 0, but got 0.0. 0.9 is usual.");
  }
}

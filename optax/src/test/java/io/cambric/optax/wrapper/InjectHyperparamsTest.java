package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.optax.Optax.injectHyperparams;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Sample;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.base.StatefulSchedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.transform.Transforms;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Numbers are those of optax.inject_hyperparams. */
class InjectHyperparamsTest {

  /** Parameters and state of one training of several. */
  record Training(Map<String, Array> params, InjectHyperparams.State state) {}

  @Test
  void numbers_and_schedules_are_in_the_state() {
    var tx = injectHyperparams(sgd(Schedules.linear(0.1, 0.01, 5), 0.9));
    var state = tx.initial(Sample.PARAMS);

    assertThat(state.hyperparams()).containsOnlyKeys("learning_rate", "momentum");
    assertNear(state.hyperparams().get("learning_rate"), 0.1);
    assertThat(state.hyperparamsStates()).containsOnlyKeys("learning_rate");

    for (int i = 0; i < 3; i++) {
      var step = tx.update(Sample.GRADS.get(i), state, Sample.PARAMS);
      state = (InjectHyperparams.State) step.state();
    }

    assertNear(state.hyperparams().get("learning_rate"), 0.064);
    assertNear(state.hyperparams().get("momentum"), 0.9);
    assertThat(state.count().toInts()).containsExactly(3);
    assertThat(state.find(WrappedSchedule.State.class).orElseThrow().count().toInts())
        .containsExactly(3);
  }

  @Test
  void updates_are_those_of_optax() {
    assertNear(Sample.train(injectHyperparams(adam(0.01)), 3), 0.67514676, 1.331404, -0.73515606);
    assertNear(
        Sample.train(injectHyperparams(sgd(Schedules.linear(0.1, 0.01, 5), 0.9)), 3),
        0.19483088,
        1.1242049,
        -0.7286517);
  }

  @Test
  void a_value_set_in_the_state_takes_effect_at_the_next_step_of_the_same_program() {
    var tx = injectHyperparams(sgd(0.1));
    var traces = new AtomicInteger();
    var step =
        Transforms.jit((InjectHyperparams.State state) -> {
          traces.incrementAndGet();
          return tx.update(Sample.tree(1, 2, 3), state, Sample.PARAMS).updates();
        });
    var state = tx.initial(Sample.PARAMS);

    assertNear(step.apply(state).get("a"), -0.1, -0.2, -0.3);
    assertNear(step.apply(state.with("learning_rate", 0.5)).get("a"), -0.5, -1, -1.5);
    assertThat(traces).hasValue(1);
  }

  @Test
  void several_learning_rates_train_in_one_program() {
    var tx = injectHyperparams(adam(1));
    var traces = new AtomicInteger();
    var start =
        Transforms.vmap((Array rate) ->
            new Training(Sample.PARAMS, tx.initial(Sample.PARAMS).with("learning_rate", rate)));
    var step =
        Transforms.jit(
            Transforms.vmap((Training training) -> {
              traces.incrementAndGet();
              var grads = Sample.GRADS.getFirst();
              var updated = tx.update(grads, training.state(), training.params());
              return new Training(
                  Optax.applyUpdates(training.params(), updated.updates()),
                  (InjectHyperparams.State) updated.state());
            }));

    var trainings = start.apply(Sample.row(0.1f, 0.01f, 0.001f));
    for (int i = 0; i < 3; i++) {
      trainings = step.apply(trainings);
    }

    // With one gradient in all steps Adam moves by the learning rate.
    assertNear(
        trainings.params().get("a").ravel(),
        0.4032,
        1.0571,
        -1.0291,
        0.6732,
        1.3271,
        -0.7591,
        0.7002,
        1.3541,
        -0.7321);
    assertThat(traces).hasValue(1);
  }

  @Test
  void a_transformation_of_ones_own_is_made_from_values_by_name() {
    var tx =
        injectHyperparams(
            Map.of("rate", ScalarOrSchedule.of(0.1), "norm", ScalarOrSchedule.of(1)),
            h -> chain(clipByGlobalNorm(h.get("norm")), sgd(h.get("rate"))));
    assertThat(tx.initial(Sample.PARAMS).hyperparams()).containsOnlyKeys("rate", "norm");
    assertNear(Sample.train(tx, 3), 0.52493995, 1.29365, -0.66100466);
  }

  /** The learning rate is halved after a loss above 1. */
  record Halving() implements StatefulSchedule<Halving.State> {

    @PyTree
    record State(Array scale) implements OptState {}

    @Override
    public Class<State> stateType() {
      return State.class;
    }

    @Override
    public State init() {
      return new State(NdArray.scalar(DType.F32, 1));
    }

    @Override
    public State update(State state, Extras<?> extras) {
      var isLarge = extras.require(Extra.VALUE, "halving").gt(1);
      return new State(Numpy.where(isLarge, state.scale.mul(0.5), state.scale));
    }

    @Override
    public Array value(State state, Extras<?> extras) {
      return state.scale.mul(0.1);
    }
  }

  private static final InjectHyperparams HALVING =
      injectHyperparams(sgd(0.1, 0.9)).withSchedule("learning_rate", new Halving());

  @Test
  void stateful_schedules_follow_the_extra_arguments() {
    var losses = new double[] {2, 0.5, 3};
    var step =
        Transforms.jit((Training training, Array gradient, Array loss) -> {
          var updated =
              HALVING.update(
                  Map.of("a", gradient),
                  training.state(),
                  training.params(),
                  extras -> extras.withValue(loss));
          return new Training(
              Optax.applyUpdates(training.params(), updated.updates()),
              (InjectHyperparams.State) updated.state());
        });
    var training = new Training(Sample.PARAMS, HALVING.initial(Sample.PARAMS));
    for (int i = 0; i < 3; i++) {
      var loss = NdArray.scalar(DType.F32, losses[i]);
      training = step.apply(training, Sample.GRADS.get(i).get("a"), loss);
    }
    assertNear(training.params().get("a"), 0.32315803, 1.1808877, -0.7441039);
    assertNear(training.state().hyperparams().get("learning_rate"), 0.05);
    assertNear(training.state().find(Halving.State.class).orElseThrow().scale(), 0.25);
  }

  @Test
  void a_stateful_schedule_needs_a_state_of_its_own() {
    var state = injectHyperparams(sgd(Schedules.constant(0.1), 0.9)).initial(Sample.PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> HALVING.update(Sample.PARAMS, state, Sample.PARAMS))
        .withMessage(
            "InjectHyperparamsTest.Halving needs its state, of type InjectHyperparamsTest.Halving.State, but got WrappedSchedule.State. Pass the result of init, or of the last update, of a transformation with this schedule.");
  }

  @Test
  void a_hyperparameter_that_is_no_learning_rate_may_follow_a_schedule() {
    var tx = injectHyperparams(adam(0.01)).withSchedule("b1", Schedules.linear(0.9, 0.5, 5));
    assertNear(Sample.train(tx, 3), 0.67941916, 1.3367858, -0.73053074);
    var clipped =
        injectHyperparams(clipByGlobalNorm(1)).withSchedule("max_norm", Schedules.linear(1, 0, 4));
    assertNear(Sample.train(clipped, 3), 2.1707492, 1.9853393, -0.8593698);
  }

  @Test
  void a_schedule_for_a_name_that_the_state_has_not_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            injectHyperparams(sgd(0.1, 0.9))
                .withStatic("momentum")
                .withSchedule("momentum", Schedules.constant(0.9)))
        .withMessage(
            "inject_hyperparams needs names with a schedule among learning_rate, but got momentum."
                + " Use one of these names.");
  }

  @Test
  void static_names_stay_out_of_the_state() {
    var tx = injectHyperparams(adam(0.01)).withStatic("b1", "b2", "eps", "eps_root");
    assertThat(tx.initial(Sample.PARAMS).hyperparams()).containsOnlyKeys("learning_rate");
    assertNear(Sample.train(tx, 3), 0.675146937, 1.33140421, -0.735156);
  }

  @Test
  void the_dtype_is_that_of_the_parameters_or_a_given_one() {
    var half = Map.of("a", Sample.row(1, 2).astype(DType.BF16));
    var tx = injectHyperparams(sgd(0.1));
    assertThat(tx.initial(half).hyperparams().get("learning_rate").dtype()).isEqualTo(DType.BF16);
    assertThat(
            tx.withHyperparamDtype(DType.F32)
                .initial(half)
                .hyperparams()
                .get("learning_rate")
                .dtype())
        .isEqualTo(DType.F32);
  }

  @Test
  void a_name_that_the_state_has_not_is_refused() {
    var state = injectHyperparams(sgd(Schedules.constant(0.1), 0.9)).initial(Sample.PARAMS);
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> state.with("lr", 0.1))
        .withMessage(
            "The state of inject_hyperparams has the settable hyperparameters momentum, but "
                + "got lr. Use one of these names.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> state.with("learning_rate", 0.1))
        .withMessage(
            "The state of inject_hyperparams has the settable hyperparameters momentum, but "
                + "got learning_rate, which a schedule sets. Use one of these names.");
  }

  @Test
  void a_static_name_that_the_transformation_has_not_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> injectHyperparams(sgd(0.1)).withStatic("lr"))
        .withMessage(
            "inject_hyperparams needs static names among learning_rate, but got lr. Use one of"
                + " these names.");
  }

  @Test
  void a_state_of_other_hyperparameters_is_refused() {
    var state = injectHyperparams(sgd(0.1)).initial(Sample.PARAMS);
    var tx = injectHyperparams(sgd(0.1, 0.9));
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> tx.update(Sample.PARAMS, state, Sample.PARAMS))
        .withMessage(
            "inject_hyperparams needs momentum in the state, but got only learning_rate. "
                + "Pass the state that init of this transformation returned.");
  }
}

package io.cambric.nn.training;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Key;
import io.cambric.optax.Losses;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.testing.Batch;
import io.cambric.transform.result.WithAux;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrainStateTest {

  private static final Batch BATCH =
      new Batch(array(Shape.of(4, 1), 1, 2, 3, 4), array(Shape.of(4, 1), 3, 5, 7, 9));

  private static OwnState begin(GradientTransformation tx) {
    var model = Line.of(1);
    var variables = model.init(Key.of(0), BATCH.x(), false);
    var params = variables.params();
    return new OwnState(
        TrainState.initStep(),
        params,
        variables.collection("batch_stats"),
        TrainState.initOptState(tx, params),
        model,
        tx);
  }

  private static WithAux<Params> loss(OwnState state, Params params, Batch batch) {
    var applied =
        state
            .model()
            .apply(
                Variables.of(params).with("batch_stats", state.batchStats()),
                mutable("batch_stats"),
                m -> m.call(batch.x(), true));
    return new WithAux<>(
        Losses.l2Loss(applied.output(), batch.y()).mean(),
        applied.variables().collection("batch_stats"));
  }

  @Test
  void a_jitted_step_trains_a_state_of_the_users_own() {
    var step =
        jit((OwnState state, Batch batch) -> {
          var all =
              valueAndGradAux((Params params) -> loss(state, params, batch)).apply(state.params());
          var next = state.applyGradients(all.grads()).withBatchStats(all.aux());
          return new Step(next, all.value());
        });
    var state = begin(adam(0.2));
    var first = step.apply(state, BATCH);
    var last = first;
    for (int i = 0; i < 99; i++) {
      last = step.apply(last.state(), BATCH);
    }
    assertThat(last.state().step().toInts()).containsExactly(100);
    assertThat(last.loss().item()).isLessThan(first.loss().item() / 100);
    assertNear(first.state().batchStats().get("BatchNorm_0", "mean"), 0.025);
  }

  @Test
  void a_step_subtracts_the_update_and_counts_and_keeps_other_components() {
    var state = begin(sgd(0.5));
    var ones = state.params().map(leaf -> leaf.mul(0).add(1));
    var next = state.applyGradients(ones);
    var before = state.params().get("Dense_0", "kernel");
    assertNear(next.params().get("Dense_0", "kernel"), before.item() - 0.5);
    assertThat(next.step().toInts()).containsExactly(1);
    assertThat(next.batchStats()).isSameAs(state.batchStats());
    assertThat(next.model()).isSameAs(state.model());
  }

  @Test
  void values_that_gradients_overwrite_are_not_trained() {
    Array one = array(Shape.of(1), 1);
    var params =
        Params.of(Map.of("params", Map.of("w", one), "_overwrite_with_gradient", Map.of("s", one)));
    var tx = sgd(0.5);
    var state = StandardTrainState.create("no model", Variables.of(params), tx);
    var grads =
        Params.of(
            Map.of(
                "params",
                Map.of("w", one),
                "_overwrite_with_gradient",
                Map.of("s", array(Shape.of(1), 7))));
    var next = state.applyGradients(grads);
    assertNear(next.params().get("params", "w"), 0.5);
    assertNear(next.params().get("_overwrite_with_gradient", "s"), 7);
  }

  @Test
  void the_standard_state_splits_variables_and_joins_them() {
    var model = Line.of(1);
    var variables = model.init(Key.of(0), BATCH.x(), false);
    var state = StandardTrainState.create(model, variables, adam(0.1));
    assertThat(state.modelState().names()).containsExactly("batch_stats");
    assertThat(state.variables().names()).containsExactlyInAnyOrder("params", "batch_stats");
    assertThat(model.apply(state.variables(), BATCH.x(), false).shape()).isEqualTo(Shape.of(4, 1));
    var next = state.applyGradients(state.params());
    assertThat(next.step().toInts()).containsExactly(1);
    assertThat(next.withModelState(Variables.empty()).modelState().isEmpty()).isTrue();
  }

  @Test
  void gradients_of_another_structure_are_refused() {
    var state = begin(sgd(0.5));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> state.applyGradients(Params.of("w", array(Shape.of(1), 1))));
  }

  @Test
  void a_state_of_ones_own_is_changed_by_what_every_state_has() {
    var state = begin(sgd(0.5));
    var other = Params.of("w", array(Shape.of(1), 1));
    var tx = adam(0.1);

    var changed = changed(state, other, tx);
    assertThat(changed.params()).isSameAs(other);
    assertThat(changed.tx()).isSameAs(tx);
    assertThat(changed.step().toInts()).containsExactly(7);
    assertThat(changed.optState()).isNotEqualTo(state.optState());
    assertThat(changed.batchStats()).isSameAs(state.batchStats());
  }

  private static <S extends TrainState<S>> S changed(
      S state, Params params, GradientTransformation tx) {
    return state
        .withParams(params)
        .withTx(tx)
        .withOptState(TrainState.initOptState(tx, params))
        .withStep(NdArray.scalar(DType.I32, 7));
  }
}

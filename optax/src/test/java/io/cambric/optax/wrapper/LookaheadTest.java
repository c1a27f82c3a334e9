package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.lookahead;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Sample;
import io.cambric.transform.Transforms;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers are those of optax.lookahead. */
class LookaheadTest {

  private static LookaheadParams<Map<String, Array>> train(Lookahead tx) {
    var params = LookaheadParams.initSynced(Sample.PARAMS);
    var state = tx.init(params);
    for (int i = 0; i < 3; i++) {
      var grads = new LookaheadParams<>(Sample.GRADS.get(i), Sample.GRADS.get(0));
      var step = tx.update(grads, state, params);
      params = Optax.applyUpdates(params, step.updates());
      state = step.state();
    }
    return params;
  }

  @Test
  void fast_parameters_return_to_the_slow_ones_after_a_period() {
    var params = train(lookahead(sgd(0.1, 0.9), 2, 0.5));
    assertNear(params.fast().get("a"), 0.2333416, 1.1643825, -0.6342568);
    assertNear(params.slow().get("a"), 0.5136645, 1.258553, -0.775171);
  }

  @Test
  void the_state_of_the_fast_optimiser_may_start_anew() {
    var params = train(lookahead(sgd(0.1, 0.9), 2, 0.5).withResetState(true));
    assertNear(params.fast().get("a"), 0.48388448, 1.286723, -0.622231);
  }

  @Test
  void gradients_may_be_of_the_fast_parameters_alone() {
    Object params = LookaheadParams.initSynced(Sample.PARAMS);
    var tx = lookahead(sgd(0.1), 2, 0.5);
    var updates =
        tx.<Object>update(Sample.GRADS.getFirst(), tx.init(Sample.PARAMS), params).updates();
    assertThat(updates).isInstanceOf(LookaheadParams.class);
    var fast = (Map<?, ?>) ((LookaheadParams<?>) updates).fast();
    assertNear((Array) fast.get("a"), -0.10069, -0.06116, -0.07878);
  }

  @Test
  void gradients_by_grad_have_the_type_of_the_parameters() {
    var params = LookaheadParams.initSynced(Sample.PARAMS);
    var grads =
        Transforms.grad((LookaheadParams<Map<String, Array>> p) -> p.fast().get("a").square().sum())
            .apply(params);
    var tx = lookahead(sgd(0.5), 2, 0.5);
    var updates = tx.update(grads, tx.init(params), params).updates();
    assertNear(updates.fast().get("a"), -0.7032, -1.3571, 0.7291);
    assertNear(updates.slow().get("a"), 0, 0, 0);
  }

  @Test
  void parameters_of_another_class_are_refused() {
    var tx = lookahead(sgd(0.1), 2, 0.5);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> tx.update(Sample.row(1), tx.init(Sample.row(1)), Sample.row(1)))
        .withMessageMatching(
            "lookahead needs parameters of the class LookaheadParams, but got io\\.cambric\\.\\S+"
                + " Begin with LookaheadParams\\.initSynced\\(params\\)\\.");
  }

  @Test
  void a_period_without_steps_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> lookahead(sgd(0.1), 0, 0.5))
        .withMessage(
            "lookahead needs sync_period above 0, but got 0.0. It is the number of steps in a"
                + " period.");
  }
}

package io.cambric.optax.wrapper;

import static io.cambric.optax.Optax.applyIfFinite;
import static io.cambric.optax.Optax.conditionallyMask;
import static io.cambric.optax.Optax.conditionallyTransform;
import static io.cambric.optax.Optax.flatten;
import static io.cambric.optax.Optax.scale;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Sample;
import io.cambric.optax.base.Stateless;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.transform.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Numbers are those of Optax. */
class ConditionsTest {

  @Test
  void steps_without_the_condition_pass_updates_or_return_zeros() {
    var begin = conditionallyTransform(scale(-0.1), (step, _) -> step.lt(1));
    var even = conditionallyMask(sgd(0.1, 0.9), (step, _) -> step.mod(2).eq(0));

    assertNear(Sample.train(begin, 2), 2.48011, 2.10484, -1.38328);
    assertNear(Sample.train(even, 3), 0.48210898, 1.2690661, -0.725842);
    assertThat(Optax.maybeUpdate(scale(1), begin.shouldTransformFn()))
        .isEqualTo(conditionallyTransform(scale(1), begin.shouldTransformFn()));
  }

  @Test
  void a_condition_sees_extra_arguments() {
    var tx = conditionallyMask(scale(2), (_, extras) -> extras.require(Extra.VALUE, "it").lt(1));
    var state = tx.init(Sample.PARAMS);
    var low = tx.update(Sample.tree(3), state, null, e -> e.withValue(Numpy.scalar(0.5)));
    var high = tx.update(Sample.tree(3), state, null, e -> e.withValue(Numpy.scalar(1.5)));
    assertNear(low.updates().get("a"), 6);
    assertNear(high.updates().get("a"), 0);
  }

  @Test
  void steps_that_are_not_finite_are_ignored_up_to_a_number_in_a_row() {
    var tx = applyIfFinite(sgd(1, 0.5), 1);
    var step =
        Transforms.jit((ApplyIfFinite.State state, Array gradient) -> {
          var updated = tx.update(gradient, state, gradient);
          return new Step(updated.updates(), (ApplyIfFinite.State) updated.state());
        });
    var updates = new ArrayList<Float>();
    var counts = new ArrayList<Integer>();
    var state = tx.initial(Numpy.scalar(0.0));
    for (var gradient : List.of(1.0, Double.NaN, 1.0, Double.NaN, Double.POSITIVE_INFINITY)) {
      var next = step.apply(state, Numpy.scalar(gradient));
      state = next.state();
      updates.add((float) next.updates().item());
      counts.add(state.notfiniteCount().toInts()[0]);
    }
    assertThat(updates).containsExactly(-1f, 0f, -1.5f, 0f, Float.NEGATIVE_INFINITY);
    assertThat(counts).containsExactly(0, 1, 0, 1, 2);
    assertThat(state.totalNotfinite().toInts()).containsExactly(3);
    assertThat(state.lastFinite().toBoolean()).isFalse();
  }

  record Step(Array updates, ApplyIfFinite.State state) {}

  @Test
  void a_negative_number_of_errors_is_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> applyIfFinite(sgd(1), -1))
        .withMessage(
            "apply_if_finite needs max_consecutive_errors of at least 0, but got -1.0. It is the"
                + " number of steps in a row to ignore.");
  }

  @Test
  void flatten_shows_all_leaves_as_one_vector() {
    var tx = flatten(Optax.clipByBlockRms(1));
    var grads = Map.of("a", Sample.row(3), "b", Sample.row(4, 0).reshape(2, 1));
    var updates = tx.update(grads, tx.init(grads), null).updates();
    // The root mean square of 3, 4, 0 is 5 / sqrt(3).
    assertNear(updates.get("a"), 3 * Math.sqrt(3) / 5);
    assertNear(updates.get("b"), 4 * Math.sqrt(3) / 5, 0);
    assertThat(updates.get("b").shape()).isEqualTo(grads.get("b").shape());
  }

  @Test
  void flatten_converts_the_loss_and_its_gradient() {
    var tx = flatten(new FromExtras());
    var params = Map.of("a", Sample.row(1), "b", Sample.row(2));
    var updates =
        tx.update(
                params,
                tx.init(params),
                params,
                e ->
                    e.withGrad(Map.of("a", Sample.row(10), "b", Sample.row(20)))
                        .withValueFn(p -> p.get("b").sum())
                        .withGradFn((p, step) -> p))
            .updates();
    // The gradient, the loss 2 and the parameters.
    assertNear(updates.get("a"), 13);
    assertNear(updates.get("b"), 24);
  }

  /** The sum of gradient, loss and gradient as a function. */
  record FromExtras() implements Stateless {

    @Override
    public <P> P transform(P updates, @Nullable P params, Extras<P> e) {
      var at = Hyperparameters.requireParams("it", params);
      var loss = e.requireValueFn("it").apply(at);
      var both =
          Leaves.map(e.requireGrad("it"), e.requireGradFn("it").gradients(at, 0), Array::add);
      return Leaves.map(both, leaf -> leaf.add(loss));
    }
  }
}

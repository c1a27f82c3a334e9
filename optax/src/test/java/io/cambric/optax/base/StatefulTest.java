package io.cambric.optax.base;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link Stateful} and {@link Stateless}, as users implement them. */
class StatefulTest {

  /** The largest absolute gradient so far divides each gradient. */
  record ScaleByLargest(double eps) implements Stateful<ScaleByLargest.State> {

    @PyTree
    record State(Object largest) implements OptState {}

    @Override
    public Class<State> stateType() {
      return State.class;
    }

    @Override
    public State initial(Object params) {
      return new State(Trees.map(params, (Array p) -> Numpy.zerosLike(p)));
    }

    @Override
    public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
      P largest =
          Trees.map(updates, state.largest(), (Array g, Array m) -> Numpy.maximum(g.abs(), m));
      return new Updated<>(
          Trees.map(updates, largest, (Array g, Array m) -> g.div(m.add(eps))), new State(largest));
    }
  }

  /** Gradients divided by a number. */
  record Divide(double by) implements Stateless {

    @Override
    public <P> P transform(P updates, @Nullable P params, Extras<P> extras) {
      return Trees.map(updates, (Array g) -> g.div(by));
    }
  }

  @PyTree
  record Training(Map<String, Array> params, OptState state, @Static GradientTransformation tx) {

    Training step(Map<String, Array> grads) {
      var updated = tx.update(grads, state, params);
      return new Training(Optax.applyUpdates(params, updated.updates()), updated.state(), tx);
    }
  }

  @Test
  void a_transformation_of_ones_own_runs_in_a_jitted_step_of_a_record() {
    var tx = Optax.chain(new ScaleByLargest(0), new Divide(-2));
    var step = Transforms.jit((Training t, Map<String, Array> grads) -> t.step(grads));
    var training =
        new Training(Map.of("a", Sample.row(1, 1)), tx.init(Map.of("a", Sample.row(1, 1))), tx);

    training = step.apply(training, Map.of("a", Sample.row(4, -2)));
    training = step.apply(training, Map.of("a", Sample.row(2, 8)));

    // 1 - 4/4/2 - 2/4/2 and 1 + 2/2/2 - 8/8/2
    assertNear(training.params().get("a"), 0.25, 1);
    assertThat(Trees.structure(training).paths()).containsExactly("params/a", "state/0/largest/a");
    assertThat(training.state().find(ScaleByLargest.State.class)).isPresent();
  }

  @Test
  void a_stateless_transformation_has_the_empty_state() {
    var tx = new Divide(4);
    var updated = tx.update(Sample.tree(8), tx.init(Sample.PARAMS), null);
    assertThat(updated.updates().get("a").toFloats()).containsExactly(2);
    assertThat(updated.state()).isEqualTo(new EmptyState());
  }

  @Test
  void the_state_of_another_transformation_is_refused_with_both_names() {
    var adam = Optax.adam(0.1);
    var momentum = Optax.sgd(0.1, 0.9).init(Sample.PARAMS);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> adam.update(Sample.PARAMS, momentum, Sample.PARAMS))
        .withMessage(
            "ScaleByAdam needs its state, of type ScaleByAdam.State, but got Trace.State. "
                + "Each optimiser has its own state: pass the result of its init, or of its last "
                + "update.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> adam.update(Sample.PARAMS, new EmptyState(), Sample.PARAMS))
        .withMessageStartingWith("Chain needs its state, of type ChainState, but got EmptyState.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> new Divide(2).update(Sample.PARAMS, momentum, null))
        .withMessageStartingWith(
            "StatefulTest.Divide needs its state, of type EmptyState, but got ChainState.");
  }
}

package io.cambric.flax.upstream;

import static io.cambric.numpy.Activations.logSoftmax;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.training.TrainState;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/** The model, the states and the optimiser of the proposal to use Optax. */
public final class FlipModules {

  private FlipModules() {}

  @Module
  record ModelDef(boolean train) {
    @Compact
    Array call(Array inputs) {
      var x = inputs.reshape(inputs.dim(0), -1);
      x = BatchNorm.of(!train).call(x);
      x = Dense.of(10).call(x);
      return logSoftmax(x);
    }
  }

  /** The small helper of the proposal, written by a user. */
  @PyTree
  record HandMadeState(
      Array step,
      @Static Fn2<Variables, Array, Array> applyFn,
      Params params,
      @Static GradientTransformation tx,
      OptState optState)
      implements HandMadeStateWith {

    static HandMadeState create(
        Fn2<Variables, Array, Array> applyFn, Params params, GradientTransformation tx) {
      return new HandMadeState(Numpy.scalar(0), applyFn, params, tx, tx.init(params));
    }

    HandMadeState applyGradients(Params grads) {
      var updated = tx.update(grads, optState, params);
      return withStep(step.add(1))
          .withParams(Optax.applyUpdates(params, updated.updates()))
          .withOptState(updated.state());
    }
  }

  /** A train state with one field more. */
  @PyTree
  record StatsState(
      Array step,
      Params params,
      Params batchStats,
      OptState optState,
      @Static Model model,
      @Static GradientTransformation tx)
      implements TrainState<StatsState>, StatsStateWith {

    static StatsState create(Model model, Variables variables, GradientTransformation tx) {
      return new StatsState(
          TrainState.initStep(),
          variables.params(),
          variables.collection("batch_stats"),
          TrainState.initOptState(tx, variables.params()),
          model,
          tx);
    }
  }

  /** Momentum as an optimiser of its own, as the previous API has it. */
  record Momentum(double learningRate, double beta) implements Stateful<Momentum.State> {

    @PyTree
    record State(Object momentum) implements OptState {}

    @Override
    public Class<State> stateType() {
      return State.class;
    }

    @Override
    public State initial(Object params) {
      return new State(Trees.map(params, (Array p) -> Numpy.zerosLike(p)));
    }

    @Override
    public <P> Updated<P> step(P grads, State state, @Nullable P params, Extras<P> extras) {
      P momentum = Trees.map(grads, state.momentum(), (Array g, Array m) -> m.mul(beta).add(g));
      return new Updated<>(
          Trees.map(momentum, (Array m) -> m.mul(-learningRate)), new State(momentum));
    }
  }
}

package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.tree.Trees;
import org.jspecify.annotations.Nullable;

/** A training step, the moving average and the sums of metrics, compiled into one program. */
final class CompiledStep<S extends TrainState<S>, B> {

  private final Fn2<S, B, StepResult<S>> step;
  private final @Nullable Double decay;
  private final Fn3<StepCarry<S>, Metrics, B, Next<S>> program;

  /** The results of the program. */
  @PyTree
  record Next<S extends TrainState<S>>(StepCarry<S> moving, Metrics sums) {}

  CompiledStep(Fn2<S, B, StepResult<S>> step, @Nullable Double decay) {
    // A separate function, so that the program and the structure of metrics share one trace.
    this.step = Transforms.jit(step);
    this.decay = decay;
    program = Transforms.<StepCarry<S>, Metrics, B, Next<S>>jit(this::next).donate(0, 1);
  }

  /** {@return the state after a step, and sums with the metrics of the batch} */
  Next<S> apply(StepCarry<S> moving, Metrics sums, B batch) {
    return program.apply(DonatedTrees.distinct(moving), DonatedTrees.distinct(sums), batch);
  }

  private Next<S> next(StepCarry<S> moving, Metrics sums, B batch) {
    var result = step.apply(moving.state(), batch);
    var average = average(moving.average(), moving.state(), result.state());
    return new Next<>(new StepCarry<>(result.state(), average), sums.merge(result.metrics()));
  }

  /** {@return the average after a step, which moves only if the optimiser took a step} */
  private @Nullable Params average(@Nullable Params average, S before, S after) {
    if (average == null || decay == null) {
      return null;
    }
    var moved = Optax.incrementalUpdate(after.params(), average, 1 - decay);
    var hasStepped = OptimiserSteps.hasStepped(before.optState(), after.optState());
    return hasStepped == null
        ? moved
        : Trees.map(moved, average, (Array to, Array from) -> Numpy.where(hasStepped, to, from));
  }

  /** {@return sums over no batch, with the structure that a step on a batch returns} */
  Metrics noMetrics(S state, B batch) {
    return MetricShapes.none((S s, B b) -> step.apply(s, b).metrics(), state, batch);
  }
}

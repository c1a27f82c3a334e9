package io.cambric.nn.loop;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.nn.metric.Metrics;
import io.cambric.nn.training.TrainState;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The step of a training with its average and the sums of its metrics, as one program. */
final class CompiledStep<S extends TrainState<S>, B> {

  private final Fn2<S, B, StepResult<S>> step;
  private final @Nullable Double decay;
  private final Fn3<MovingState<S>, Metrics, B, Next<S>> program;

  /** The results of the program. */
  @PyTree
  record Next<S extends TrainState<S>>(MovingState<S> moving, Metrics sums) {}

  CompiledStep(Fn2<S, B, StepResult<S>> step, @Nullable Double decay) {
    this.step = step;
    this.decay = decay;
    program = Transforms.<MovingState<S>, Metrics, B, Next<S>>jit(this::next).donate(0, 1);
  }

  /** {@return the state after a step, and sums with the metrics of the batch} */
  Next<S> apply(MovingState<S> moving, Metrics sums, B batch) {
    return program.apply(Donated.distinct(moving), Donated.distinct(sums), batch);
  }

  private Next<S> next(MovingState<S> moving, Metrics sums, B batch) {
    var result = step.apply(moving.state(), batch);
    var average = average(moving.average(), result.state().params());
    return new Next<>(new MovingState<>(result.state(), average), sums.merge(result.metrics()));
  }

  private @Nullable Params average(@Nullable Params average, Params params) {
    return average == null || decay == null
        ? null
        : Optax.incrementalUpdate(params, average, 1 - decay);
  }

  /** {@return sums over no batch, of the structure that a step on such a batch gives} */
  Metrics noMetrics(S state, B batch) {
    var structure = new AtomicReference<TreeDef>();
    var avals =
        (List<?>)
            Transforms.evalShape(
                (S s, B b) -> {
                  var metrics = Trees.flatten(step.apply(s, b).metrics());
                  structure.set(metrics.structure());
                  return metrics.leaves();
                },
                state,
                batch);
    var zeros = Objects.requireNonNull(avals).stream().map(CompiledStep::zeros).toList();
    return (Metrics) Objects.requireNonNull(structure.get().unflatten(zeros));
  }

  private static Array zeros(Object aval) {
    var type = (ShapedArray) aval;
    return Numpy.zeros(type.shape(), type.dtype());
  }
}

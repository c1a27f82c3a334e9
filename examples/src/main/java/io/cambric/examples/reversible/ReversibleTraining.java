package io.cambric.examples.reversible;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.Accuracy;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.scope.Params;

/** The functions of the training, and the memory that a gradient takes. */
final class ReversibleTraining {

  private ReversibleTraining() {}

  static Array loss(StandardTrainState<ReversibleNet> state, Params params, Batch batch) {
    var logits = state.model().apply(state.variables(params), batch.images());
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  static StepResult<StandardTrainState<ReversibleNet>> step(
      StandardTrainState<ReversibleNet> state, Batch batch) {
    var at = valueAndGrad((Params params) -> loss(state, params, batch)).apply(state.params());
    return StepResult.of(state.applyGradients(at.grads())).with("loss", at.value());
  }

  static Metrics evaluation(StandardTrainState<ReversibleNet> state, Batch batch) {
    var logits = state.model().apply(state.variables(), batch.images());
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()));
  }

  /** {@return the bytes that a gradient takes beyond the parameters, the batch and itself} */
  static long gradientBytes(StandardTrainState<ReversibleNet> state, Batch batch) {
    return jit((Params params) -> grad((Params p) -> loss(state, p, batch)).apply(params))
        .lower(state.params())
        .temporaryBytes();
  }
}

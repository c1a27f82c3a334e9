package io.cambric.examples.ragged;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.core.Array;
import io.cambric.data.PaddedBatch;
import io.cambric.nn.training.Accuracy;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.result.WithAux;

/** The functions of the training: the model of one sequence, mapped over padded batches. */
final class RaggedModel {

  private RaggedModel() {}

  /** {@return the logits of one sequence} */
  static Array one(SequenceNet net, Params params, Array values, Array mask) {
    return net.apply(Variables.of(params), values, mask);
  }

  /** {@return the logits of a padded batch, {@code [batch, classes]}} */
  static Array logits(SequenceNet net, Params params, PaddedBatch<Sequence> batch) {
    return vmap((Array values, Array mask) -> one(net, params, values, mask))
        .apply(batch.values().values(), batch.mask());
  }

  /** {@return 1 for rows that are sequences, 0 for those that fill the batch up} */
  static Array rows(PaddedBatch<Sequence> batch) {
    return batch.mask().any(-1).astype(batch.values().values().dtype());
  }

  /** {@return the mean loss of the sequences of a batch} */
  static Array loss(Array logits, PaddedBatch<Sequence> batch) {
    var weights = rows(batch);
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.values().label());
    return losses.mul(weights).sum().div(Numpy.maximum(weights.sum(), 1));
  }

  /** {@return the state after one step on a batch, with its loss and accuracy} */
  static StepResult<StandardTrainState<SequenceNet>> step(
      StandardTrainState<SequenceNet> state, PaddedBatch<Sequence> batch) {
    var all =
        valueAndGradAux(
                (Params params) -> {
                  var logits = logits(state.model(), params, batch);
                  return new WithAux<>(loss(logits, batch), logits);
                })
            .apply(state.params());
    return StepResult.of(state.applyGradients(all.grads()))
        .with("loss", all.value())
        .with("accuracy", Accuracy.empty().update(all.aux(), batch.values().label(), rows(batch)));
  }

  /** {@return loss and accuracy of a batch} */
  static Metrics evaluation(StandardTrainState<SequenceNet> state, PaddedBatch<Sequence> batch) {
    var logits = logits(state.model(), state.params(), batch);
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.values().label());
    return Metrics.of("loss", Mean.empty().update(losses, rows(batch)))
        .with("accuracy", Accuracy.empty().update(logits, batch.values().label(), rows(batch)));
  }
}

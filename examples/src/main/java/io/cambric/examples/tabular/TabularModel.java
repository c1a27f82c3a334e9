package io.cambric.examples.tabular;

import static io.cambric.numpy.Activations.softmax;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.core.Array;
import io.cambric.data.preprocess.CategoryColumn;
import io.cambric.data.preprocess.EncodedTable;
import io.cambric.module.ApplyOptions;
import io.cambric.nn.training.Accuracy;
import io.cambric.nn.training.Average;
import io.cambric.nn.training.AveragePrecision;
import io.cambric.nn.training.ConfusionMatrix;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.Precision;
import io.cambric.nn.training.Recall;
import io.cambric.nn.training.RocAuc;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.result.WithAux;

/**
 * The functions of the training.
 *
 * @param classes number of classes
 * @param weights of the classes in the loss, f32 {@code [classes]}
 * @param key of dropout and of forgotten categories
 */
record TabularModel(int classes, Array weights, Key key) {

  /** Categories that a step takes for unknown, so that their embedding learns the average. */
  private static final double FORGOTTEN = 0.02;

  private Array loss(Array logits, Array labels) {
    var rows = Numpy.take(weights, labels, 0);
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, labels);
    return losses.mul(rows).sum().div(Numpy.maximum(rows.sum(), 1e-6));
  }

  /** {@return the state after one step on a batch} */
  StepResult<StandardTrainState<TabularNet>> step(
      StandardTrainState<TabularNet> state, EncodedTable batch) {
    var keys = key.foldIn(state.step());
    var forgotten = Random.bernoulli(keys.foldIn(1), FORGOTTEN, batch.categories().shape());
    var categories = Numpy.where(forgotten, CategoryColumn.UNKNOWN, batch.categories());
    var all =
        valueAndGradAux(
                (Params params) -> {
                  var logits =
                      state
                          .model()
                          .apply(
                              Variables.of(params),
                              ApplyOptions.rng("dropout", keys),
                              m -> m.call(batch.numbers(), categories, true))
                          .output();
                  return new WithAux<>(loss(logits, batch.labels()), logits);
                })
            .apply(state.params());
    return StepResult.of(state.applyGradients(all.grads()))
        .with("loss", all.value())
        .with("accuracy", Accuracy.empty().update(all.aux(), batch.labels()));
  }

  /** {@return the logits of rows} */
  static Array logits(TabularNet net, Params params, EncodedTable batch) {
    return net.apply(Variables.of(params), batch.numbers(), batch.categories(), false);
  }

  /** {@return loss and metrics of rows; areas under curves are those of two classes} */
  Metrics evaluation(StandardTrainState<TabularNet> state, EncodedTable batch) {
    return metrics(logits(state.model(), state.params(), batch), batch.labels());
  }

  Metrics metrics(Array logits, Array labels) {
    var rows = Numpy.take(weights, labels, 0);
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, labels);
    var all =
        Metrics.of("loss", Mean.empty().update(losses, rows))
            .with("accuracy", Accuracy.empty().update(logits, labels))
            .with("confusion", ConfusionMatrix.of(classes).update(logits, labels));
    if (classes > 2) {
      return all.with("precision", Precision.of(classes, Average.MACRO).update(logits, labels))
          .with("recall", Recall.of(classes, Average.MACRO).update(logits, labels));
    }
    var positive = softmax(logits).get(":, 1");
    return all.with("precision", Precision.binary(0.5).update(positive, labels))
        .with("recall", Recall.binary(0.5).update(positive, labels))
        .with("auc", RocAuc.empty().update(positive, labels))
        .with("average precision", AveragePrecision.empty().update(positive, labels));
  }
}

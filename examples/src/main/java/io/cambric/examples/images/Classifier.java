package io.cambric.examples.images;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.nn.training.Accuracy;
import io.cambric.nn.training.ConfusionMatrix;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.ValueAuxAndGrad;
import io.cambric.transform.result.WithAux;

/** The functions of the training: a step, an evaluation, and the logits of images. */
final class Classifier {

  private static final int CLASSES = 10;
  private static final int HIDDEN = 128;
  private static final double DROPOUT = 0.3;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  private static final Fn2<StandardTrainState<ImageNet>, Batch, Array> CORRECT =
      jit((StandardTrainState<ImageNet> state, Batch batch) ->
          logits(state, batch.images()).argmax(-1).eq(batch.labels()).sum());

  private Classifier() {}

  /** The auxiliary output of the loss: the running statistics after the batch, and the logits. */
  @PyTree
  record Aux(Variables batchStats, Array logits) {}

  /** {@return the network} */
  static ImageNet net(int width) {
    return ImageNet.of(width, HIDDEN, DROPOUT);
  }

  /**
   * {@return the state before the first step}
   *
   * @param images of the shape that the network is made for
   * @param rate peak learning rate
   * @param steps of the whole training
   */
  static StandardTrainState<ImageNet> state(
      int width, double rate, int steps, Key key, Array images) {
    var net = net(width);
    var tx = adam(warmupCosineDecay(0, rate, steps / WARMUP_PART, steps));
    return StandardTrainState.create(net, net.init(key, images, false), tx);
  }

  /** {@return the state after one step on a batch, with the loss and the accuracy of the batch} */
  static StepResult<StandardTrainState<ImageNet>> step(
      StandardTrainState<ImageNet> state, Batch batch, Key dropout) {
    var own = gradients(state, batch, dropout);
    var next = state.applyGradients(own.grads()).withModelState(own.aux().batchStats());
    return new StepResult<>(next, metrics(own, batch));
  }

  /**
   * {@return the state after one step on the batches of all lanes of an axis, the same on each}
   *
   * @param batch of this lane
   * @param dropout a key of this lane
   */
  static StepResult<StandardTrainState<ImageNet>> step(
      StandardTrainState<ImageNet> state, Batch batch, Key dropout, String axisName) {
    var own = gradients(state, batch, dropout);
    var statistics = Lax.pmean(own.aux().batchStats(), axisName);
    var next = state.applyGradients(Lax.pmean(own.grads(), axisName)).withModelState(statistics);
    return new StepResult<>(next, metrics(own, batch).psum(axisName));
  }

  private static ValueAuxAndGrad<Params, Aux> gradients(
      StandardTrainState<ImageNet> state, Batch batch, Key dropout) {
    var key = dropout.foldIn(state.step());
    return valueAndGradAux((Params params) -> loss(state, params, batch, key))
        .apply(state.params());
  }

  /** {@return the loss and the accuracy of a batch} */
  private static Metrics metrics(ValueAuxAndGrad<Params, Aux> own, Batch batch) {
    return Metrics.of("loss", Mean.empty().update(own.value()))
        .with("accuracy", Accuracy.empty().update(own.aux().logits(), batch.labels()));
  }

  private static WithAux<Aux> loss(
      StandardTrainState<ImageNet> state, Params params, Batch batch, Key dropout) {
    var applied =
        state
            .model()
            .apply(
                state.variables(params),
                mutable("batch_stats").rng("dropout", dropout),
                m -> m.call(batch.images(), true));
    var logits = applied.output();
    var loss = softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
    return new WithAux<>(loss, new Aux(applied.variables(), logits));
  }

  /** {@return loss, accuracy and confusion matrix of a batch} */
  static Metrics evaluation(StandardTrainState<ImageNet> state, Batch batch) {
    var logits = logits(state, batch.images());
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.labels());
    return Metrics.of("loss", Mean.empty().update(losses))
        .with("accuracy", Accuracy.empty().update(logits, batch.labels()))
        .with("confusion", ConfusionMatrix.of(CLASSES).update(logits, batch.labels()));
  }

  /** {@return the scores of the ten digits, {@code [n, 10]}} */
  static Array logits(StandardTrainState<ImageNet> state, Array images) {
    return state.model().apply(state.variables(), images, false);
  }

  /** {@return how many images of a batch are classified correctly} */
  static int countCorrect(StandardTrainState<ImageNet> state, Batch batch) {
    return (int) CORRECT.apply(state, batch).item();
  }
}

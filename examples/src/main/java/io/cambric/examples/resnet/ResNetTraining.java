package io.cambric.examples.resnet;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.addDecayedWeights;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.clipByGlobalNorm;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.Accuracy;
import io.cambric.nn.training.ConfusionMatrix;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;

/**
 * The functions of the training.
 *
 * @param mean of the training images, by channel, in {@code [0, 1]}
 * @param deviation likewise
 * @param augment whether training images are changed at random
 */
record ResNetTraining(Array mean, Array deviation, boolean augment) {

  private static final double MOMENTUM = 0.9;
  private static final double WEIGHT_DECAY = 5e-4;
  private static final double MAX_NORM = 1;
  private static final double MAX_BYTE = 255;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  /** The auxiliary output of the loss: the running statistics after the batch, and the logits. */
  @PyTree
  record Aux(Variables batchStats, Array logits) {}

  /** {@return a training with the statistics of its images} */
  static ResNetTraining of(Batch images, boolean augment) {
    var x = images.images().div(MAX_BYTE);
    return new ResNetTraining(x.mean(0, 1, 2), x.std(0, 1, 2), augment);
  }

  /** {@return the optimiser: weights of kernels decay, biases and normalisations do not} */
  static GradientTransformation optimizer(double rate, int steps) {
    return chain(
        clipByGlobalNorm(MAX_NORM),
        addDecayedWeights(
            WEIGHT_DECAY,
            (Params params) -> Trees.mapWithPath(params, (path, _) -> path.endsWith("kernel"))),
        sgd(warmupCosineDecay(0, rate, steps / WARMUP_PART, steps)).withMomentum(MOMENTUM));
  }

  static StandardTrainState<ResNet> state(
      ResNet net, Array images, GradientTransformation tx, Key key) {
    var variables = net.init(key, images, false);
    return StandardTrainState.create(
        net, variables.without("perturbations").without("intermediates"), tx);
  }

  /** {@return bytes as numbers with mean 0 and variance 1} */
  Array normalized(Array images) {
    return images.div(MAX_BYTE).sub(mean).div(deviation);
  }

  /** {@return the state after a step on a batch of bytes} */
  StepResult<StandardTrainState<ResNet>> step(
      StandardTrainState<ResNet> state, Batch batch, Key key) {
    var plain = normalized(batch.images());
    var images = augment ? Augmentation.apply(plain, key.foldIn(state.step())) : plain;
    var at =
        valueAndGradAux((Params params) -> loss(state, params, images, batch.labels()))
            .apply(state.params());
    var next = state.applyGradients(at.grads()).withModelState(at.aux().batchStats());
    return StepResult.of(next)
        .with("loss", at.value())
        .with("accuracy", Accuracy.empty().update(at.aux().logits(), batch.labels()));
  }

  private static WithAux<Aux> loss(
      StandardTrainState<ResNet> state, Params params, Array images, Array labels) {
    var applied =
        state
            .model()
            .apply(state.variables(params), mutable("batch_stats"), m -> m.call(images, true));
    var loss = softmaxCrossEntropyWithIntegerLabels(applied.output(), labels).mean();
    return new WithAux<>(loss, new Aux(applied.variables(), applied.output()));
  }

  /** {@return loss, accuracy and confusion matrix of a batch} */
  Metrics evaluation(StandardTrainState<ResNet> state, Batch batch) {
    var logits = logits(state, batch.images());
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.labels());
    return Metrics.of("loss", Mean.empty().update(losses))
        .with("accuracy", Accuracy.empty().update(logits, batch.labels()))
        .with("confusion", ConfusionMatrix.of(logits.dim(-1)).update(logits, batch.labels()));
  }

  /** {@return the logits of images given as bytes, {@code [n, classes]}} */
  Array logits(StandardTrainState<ResNet> state, Array images) {
    return state.model().apply(state.variables(), normalized(images), false);
  }
}

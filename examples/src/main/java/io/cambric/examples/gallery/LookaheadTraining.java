package io.cambric.examples.gallery;

import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.lookahead;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.wrapper.LookaheadParams;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.List;

/**
 * A fast optimiser with slow parameters that follow it, for evaluation.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/_collections/examples/lookahead_mnist.html">Lookahead
 *     in Optax's gallery</a>
 */
final class LookaheadTraining {

  private static final double FAST_LEARNING_RATE = 0.002;
  private static final double SLOW_LEARNING_RATE = 0.1;
  private static final int SYNC_PERIOD = 5;
  private static final int BATCH_SIZE = 64;
  private static final int EPOCHS = 1;
  private static final ConvNet NET = ConvNet.of();
  private static final GradientTransformation SOLVER =
      lookahead(adam(FAST_LEARNING_RATE), SYNC_PERIOD, SLOW_LEARNING_RATE);

  private static final Fn2<Variables, Batch, WithAux<Array>> EVALUATE =
      jit(LookaheadTraining::lossAccuracy);
  private static final Fn2<Trained, Batch, Trained> TRAIN_STEP = jit(LookaheadTraining::trainStep);

  private LookaheadTraining() {}

  @PyTree
  record Trained(LookaheadParams<Variables> params, OptState state, Array loss) {}

  record Losses(List<Array> training, List<WithAux<Array>> test) {}

  private static WithAux<Array> lossAccuracy(Variables params, Batch data) {
    var logits = NET.apply(params, data.images());
    var loss = softmaxCrossEntropyWithIntegerLabels(logits, data.labels()).mean();
    return new WithAux<>(loss, logits.argmax(-1).eq(data.labels()).mean());
  }

  private static Trained trainStep(Trained trained, Batch batch) {
    var params = trained.params();
    var at =
        valueAndGradAux((LookaheadParams<Variables> p) -> lossAccuracy(p.fast(), batch))
            .apply(params);
    var updated = SOLVER.update(at.grads(), trained.state(), params);
    return new Trained(applyUpdates(params, updated.updates()), updated.state(), at.value());
  }

  /** {@return the losses of all steps, and the test before and after each epoch} */
  static Losses run() {
    var digits = DigitsData.builtIn();
    var batches = digits.trainingPart().batches(BATCH_SIZE);
    var test = digits.testPart().batch();
    var params = LookaheadParams.initSynced(NET.init(Key.of(0), ones(1, 8, 8, 1)));
    var trained = new Trained(params, SOLVER.init(params), zeros());
    var losses = new Losses(new ArrayList<>(), new ArrayList<>());
    losses.test().add(EVALUATE.apply(params.slow(), test));
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      for (var batch : batches) {
        trained = TRAIN_STEP.apply(trained, batch);
        losses.training().add(trained.loss());
      }
      losses.test().add(EVALUATE.apply(trained.params().slow(), test));
    }
    return losses;
  }

  public static void main(String[] args) {
    var losses = run();
    losses.training().forEach(loss -> IO.println("loss: " + loss));
    losses
        .test()
        .forEach(each -> IO.println("test loss: " + each.value() + ", accuracy: " + each.aux()));
  }
}

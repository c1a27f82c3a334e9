package io.cambric.examples.gallery;

import static io.cambric.numpy.Numpy.expandDims;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.contrib.Contrib.dpsgd;
import static io.cambric.transform.Transforms.gradAux;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * Differentially private training: gradients of single examples are clipped, and noise is added.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/_collections/examples/contrib/differentially_private_sgd.html">Differentially
 *     private SGD in Optax's gallery</a>
 */
final class PrivateSgd {

  private static final double LEARNING_RATE = 0.25;
  private static final double NOISE_MULTIPLIER = 1.3;
  private static final double L2_NORM_CLIP = 1.5;
  private static final int BATCH_SIZE = 256;
  private static final int EPOCHS = 10;
  private static final PrivateNet NET = PrivateNet.of();
  private static final GradientTransformation TX =
      dpsgd(LEARNING_RATE, L2_NORM_CLIP, NOISE_MULTIPLIER, Key.of(1337));

  private static final Fn2<Trained, Batch, Trained> TRAIN_STEP = jit(PrivateSgd::trainStep);
  private static final Fn2<Variables, Batch, WithAux<Array>> TEST_STEP = jit(PrivateSgd::testStep);

  private PrivateSgd() {}

  @PyTree
  record Trained(Variables params, OptState state) {}

  /** {@return the mean loss, and the logits} */
  private static WithAux<Array> loss(Variables params, Batch batch) {
    var logits = NET.apply(params, batch.images());
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.labels());
    return new WithAux<>(losses.mean(), logits);
  }

  private static WithAux<Array> testStep(Variables params, Batch batch) {
    var tested = loss(params, batch);
    var accuracy = tested.aux().argmax(1).eq(batch.labels()).mean();
    return new WithAux<>(tested.value(), accuracy.mul(100));
  }

  private static Trained trainStep(Trained trained, Batch batch) {
    // Each example is a batch of its own.
    var examples = Trees.map(batch, (Array x) -> expandDims(x, 1));
    var gradFn = vmap(gradAux(PrivateSgd::loss)).inAxes(null, 0);
    var grads = gradFn.apply(trained.params(), examples).grads();
    var updated = TX.update(grads, trained.state(), trained.params());
    return new Trained(applyUpdates(trained.params(), updated.updates()), updated.state());
  }

  /** {@return loss and accuracy on the test part, after each epoch} */
  static List<WithAux<Array>> run() {
    var digits = DigitsData.builtIn();
    var batches = digits.trainingPart().batches(BATCH_SIZE);
    var test = digits.testPart().batch();
    var params = NET.init(Key.of(1337), ones(1, 8, 8, 1));
    var trained = new Trained(params, TX.init(params));
    var log = new ArrayList<WithAux<Array>>();
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      for (var batch : batches) {
        trained = TRAIN_STEP.apply(trained, batch);
      }
      log.add(TEST_STEP.apply(trained.params(), test));
    }
    return log;
  }

  public static void main(String[] args) {
    run().forEach(each -> IO.println("loss: " + each.value() + ", accuracy: " + each.aux()));
  }
}

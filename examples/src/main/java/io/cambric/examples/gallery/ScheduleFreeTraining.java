package io.cambric.examples.gallery;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.contrib.Contrib.scheduleFreeAdamw;
import static io.cambric.optax.contrib.Contrib.scheduleFreeEvalParams;
import static io.cambric.transform.Transforms.gradAux;
import static io.cambric.transform.Transforms.jit;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.List;

/**
 * AdamW without a schedule, evaluated at averaged parameters.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/contrib.html#schedule-free">Schedule-free in
 *     Optax</a>
 */
final class ScheduleFreeTraining {

  private static final int STEPS = 100;
  private static final int BATCH_SIZE = 64;
  private static final int EVAL_EVERY = 10;
  private static final ConvNet NET = ConvNet.of();

  private static final Fn3<Trained, Batch, GradientTransformation, Trained> TRAIN_STEP =
      jit(ScheduleFreeTraining::trainStep);
  private static final Fn2<Trained, Batch, WithAux<Array>> EVAL_STEP =
      jit(ScheduleFreeTraining::evalStep);

  private ScheduleFreeTraining() {}

  @PyTree
  record Trained(Variables params, OptState state) {}

  private static WithAux<Array> loss(Variables params, Batch data) {
    var logits = NET.apply(params, data.images());
    var loss = softmaxCrossEntropyWithIntegerLabels(logits, data.labels()).mean();
    return new WithAux<>(loss, logits.argmax(-1).eq(data.labels()).mean());
  }

  private static Trained trainStep(Trained trained, Batch data, GradientTransformation opt) {
    var grads = gradAux(ScheduleFreeTraining::loss).apply(trained.params(), data).grads();
    var updated = opt.update(grads, trained.state(), trained.params());
    return new Trained(applyUpdates(trained.params(), updated.updates()), updated.state());
  }

  private static WithAux<Array> evalStep(Trained trained, Batch data) {
    return loss(scheduleFreeEvalParams(trained.state(), trained.params()), data);
  }

  /** {@return loss and accuracy on the test part, after each tenth step} */
  static List<WithAux<Array>> run() {
    var digits = DigitsData.builtIn();
    var batches = digits.trainingPart().batches(BATCH_SIZE);
    var test = digits.testPart().batch();
    var opt = scheduleFreeAdamw(1e-3).withWarmupSteps(STEPS / 10);
    var params = NET.init(Key.of(0), batches.getFirst().images());
    var trained = new Trained(params, opt.init(params));
    var log = new ArrayList<WithAux<Array>>();
    for (int step = 0; step < STEPS; step++) {
      trained = TRAIN_STEP.apply(trained, batches.get(step % batches.size()), opt);
      if (step % EVAL_EVERY == 0) {
        log.add(EVAL_STEP.apply(trained, test));
      }
    }
    return log;
  }

  public static void main(String[] args) {
    run().forEach(each -> IO.println("loss: " + each.value() + ", accuracy: " + each.aux()));
  }
}

package io.cambric.examples.gallery;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.stack;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.injectHyperparams;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.Dense;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.optax.wrapper.InjectHyperparams;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.List;

/**
 * Trainings with several learning rates as one compiled program.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/optimizer_schedules.html#optax.schedules.inject_hyperparams">inject_hyperparams
 *     in Optax</a>
 */
final class LearningRateSweep {

  private static final Dense NET = Dense.of(10);
  private static final InjectHyperparams OPTIMIZER = injectHyperparams(adam(1e-3));
  private static final Batch BATCHES =
      Trees.mapAll(
          DigitsData.builtIn().trainingPart().batches(64), (List<Array> each) -> stack(each));

  private LearningRateSweep() {}

  private static Array loss(Params params, Batch batch) {
    var logits = NET.apply(Variables.of(params), batch.images().reshape(-1, 64));
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  private static Carry<StandardTrainState<Dense>, Array> step(
      StandardTrainState<Dense> state, Batch batch) {
    var at = valueAndGrad(LearningRateSweep::loss).apply(state.params(), batch);
    return new Carry<>(state.applyGradients(at.grads()), at.value());
  }

  private static Array fit(Array learningRate) {
    var state = StandardTrainState.create(NET, NET.init(Key.of(0), ones(1, 64)), OPTIMIZER);
    var optState = OPTIMIZER.initial(state.params()).with("learning_rate", learningRate);
    return scan(LearningRateSweep::step, state.withOptState(optState), BATCHES).output();
  }

  /** {@return the losses of all steps, a row for each of three learning rates} */
  static Array run() {
    return jit(vmap(LearningRateSweep::fit)).apply(array(1e-3, 1e-2, 1e-1));
  }

  public static void main(String[] args) {
    IO.println(run());
  }
}

package io.cambric.examples.gallery;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.multiSteps;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.schedule.Schedules;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gradients accumulated over three small batches, in place of one large batch.
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/_collections/examples/gradient_accumulation.html">Gradient
 *     accumulation in Optax's gallery</a>
 */
final class GradientAccumulation {

  private static final Mlp NET = Mlp.of();

  private GradientAccumulation() {}

  @PyTree
  record Trained(Variables params, OptState state, Array loss) {}

  record Fitted(Variables params, List<Array> losses) {}

  private static Array loss(Variables params, Batch batch) {
    var logits = NET.apply(params, batch.images());
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  private static Fitted fit(
      GradientTransformation optimizer, Variables initial, List<Batch> batches) {
    var trainStep =
        jit((Variables params, OptState state, Batch batch) -> {
          var at = valueAndGrad(GradientAccumulation::loss).apply(params, batch);
          var updated = optimizer.update(at.grads(), state, params);
          return new Trained(applyUpdates(params, updated.updates()), updated.state(), at.value());
        });
    var params = initial;
    var state = optimizer.init(params);
    var losses = new ArrayList<Array>();
    for (var batch : batches) {
      var trained = trainStep.apply(params, state, batch);
      params = trained.params();
      state = trained.state();
      losses.add(trained.loss());
    }
    return new Fitted(params, losses);
  }

  /** {@return a training on seven large batches, and one on 21 small batches} */
  static List<Fitted> run() {
    var training = DigitsData.builtIn().trainingPart();
    var optimizer = sgd(Schedules.piecewiseConstant(1, Map.of(0, 0.3, 4, 1e-1)));
    var params = NET.init(Key.of(0), training.batch(0).images());
    return List.of(
        fit(optimizer, params, training.batches(192)),
        fit(multiSteps(optimizer, 3), params, training.batches(64).subList(0, 21)));
  }

  public static void main(String[] args) {
    run().forEach(each -> IO.println("losses: " + each.losses()));
  }
}

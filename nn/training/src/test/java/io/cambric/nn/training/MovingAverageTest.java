package io.cambric.nn.training;

import static io.cambric.transform.Transforms.valueAndGrad;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The moving average of parameters next to optimisers that gather gradients. The numbers are those
 * of optax 0.2.8 with {@code incremental_update} after each update.
 */
class MovingAverageTest {

  private static final float[][] BATCHES = {
    {1, 2}, {3, -1}, {0.5f, 1.5f}, {-2, 1}, {1, 1}, {2, 0.5f}
  };

  private static List<Array> batches() {
    var batches = new ArrayList<Array>();
    for (var batch : BATCHES) {
      batches.add(NdArray.of(Shape.of(2), batch[0], batch[1]));
    }
    return batches;
  }

  private static StepResult<StandardTrainState<String>> step(
      StandardTrainState<String> state, Array x) {
    var loss =
        valueAndGrad((Params p) -> p.get("w").mul(x).sub(x.mul(2)).sub(1).square().mean())
            .apply(state.params());
    return StepResult.of(state.applyGradients(loss.grads()));
  }

  private static Training<StandardTrainState<String>, Array> training(GradientTransformation tx) {
    var params = Params.of("w", NdArray.of(Shape.of(), 0.5f));
    return Training.of(
            StandardTrainState.create("line", Variables.of(params), tx), MovingAverageTest::step)
        .data(batches())
        .ema(0.75);
  }

  /** {@return the average after the first steps of a training} */
  private static double average(Training<StandardTrainState<String>, Array> training, int steps) {
    return requireNonNull(training.steps(steps).run().average()).get("w").item();
  }

  @Test
  void accumulated_gradients_move_the_average_once_for_each_update() {
    double[] expected = {
      0.5, 0.84375, 0.84375, 1.1257812976837158, 1.1257812976837158, 1.395751953125
    };

    for (int steps = 1; steps <= expected.length; steps++) {
      assertThat(average(training(Optax.sgd(0.1)).accumulate(2), steps))
          .isEqualTo(expected[steps - 1]);
      assertThat(average(training(Optax.multiSteps(Optax.sgd(0.1), 2)), steps))
          .isEqualTo(expected[steps - 1]);
      assertThat(
              average(
                  training(Optax.chain(Optax.identity(), Optax.multiSteps(Optax.sgd(0.1), 2))),
                  steps))
          .isEqualTo(expected[steps - 1]);
    }
  }

  @Test
  void sums_of_updates_move_the_average_when_they_pass() {
    double[] expected = {
      0.5, 0.5, 1.3312499523162842, 1.3312499523162842, 1.3312499523162842, 1.528906226158142
    };

    for (int steps = 1; steps <= expected.length; steps++) {
      assertThat(average(training(Optax.chain(Optax.sgd(0.1), Optax.applyEvery(3))), steps))
          .isEqualTo(expected[steps - 1]);
    }
  }
}

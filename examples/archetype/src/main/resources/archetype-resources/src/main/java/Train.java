package ${package};

import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.data.Remainder;
import io.cambric.nn.training.StepResult;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import java.nio.file.Path;

/** Trains on most of the houses, and prints the error on the others. */
final class Train {

  private Train() {}

  static void main() {
    IO.println("mean error of a price: %.0f".formatted(error(Path.of("data/houses.csv"), 200)));
  }

  /** The mean absolute error on a fifth of the houses, after a training on the others. */
  static double error(Path table, int epochs) {
    var houses = Houses.read(table).split(0.8, Key.of(0));
    var model = Price.of(32);
    var variables = model.init(Key.of(1), Numpy.zeros(1, 3));
    var trained =
        Training.of(StandardTrainState.create(model, variables, adam(0.01)), Train::step)
            .data(epoch -> houses.train().shuffle(Key.of(2).foldIn(epoch)).batch(32))
            .epochs(epochs)
            .evaluate("test", houses.test().batch(32, Remainder.KEEP), Train::evaluation)
            .run();
    return 1e5 * trained.metrics().get("test/error");
  }

  private static Array errors(
      StandardTrainState<Price> state, Params params, Houses batch) {
    return state.model().apply(state.variables(params), batch.features()).sub(batch.price());
  }

  private static StepResult<StandardTrainState<Price>> step(
      StandardTrainState<Price> state, Houses batch) {
    var loss =
        valueAndGrad((Params p) -> errors(state, p, batch).square().mean()).apply(state.params());
    return StepResult.of(state.applyGradients(loss.grads())).with("loss", loss.value());
  }

  private static Metrics evaluation(StandardTrainState<Price> state, Houses batch) {
    var errors = errors(state, state.params(), batch).abs();
    return Metrics.of("error", Mean.empty().update(errors));
  }
}

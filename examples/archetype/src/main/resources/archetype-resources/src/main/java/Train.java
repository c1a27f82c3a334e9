package ${package};

import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.optax.Optax.adam;

import io.cambric.core.Array;
import io.cambric.data.Remainder;
import io.cambric.nn.training.*;
import io.cambric.numpy.Key;
import java.nio.file.Path;

/** Trains on most of the houses, and prints the error on the others. */
final class Train {

  private Train() {}

  static void main() {
    IO.println("mean error of a price: %.0f".formatted(error(Path.of("data/houses.csv"), 200)));
  }

  static Array loss(Price model, Houses batch) {
    return model.call(batch.features()).sub(batch.price()).square().mean();
  }

  static Metrics metrics(Price model, Houses batch) {
    var errors = model.call(batch.features()).sub(batch.price()).abs();
    return Metrics.of("error", Mean.empty().update(errors));
  }

  /** The mean absolute error on a fifth of the houses, after a training on the others. */
  static double error(Path table, int epochs) {
    var houses = Houses.read(table).split(0.8, Key.of(0));
    var model = Price.of(32);
    var trained =
        Training.minimize(model, model.init(Key.of(1), zeros(1, 3)), adam(0.01), Train::loss)
            .metrics(Train::metrics)
            .data(epoch -> houses.train().shuffle(Key.of(2).foldIn(epoch)).batch(32))
            .evaluate("test", houses.test().batch(32, Remainder.KEEP))
            .epochs(epochs)
            .run();
    return 1e5 * trained.metrics().get("test/error");
  }
}

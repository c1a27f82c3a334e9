package curve;

import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.optax.Optax.adam;

import io.cambric.core.Array;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import java.util.List;

/** Trains a network on points of a parabola. */
final class Train {

  private Train() {}

  static void main() {
    IO.println("learned: " + (error(500) < 1e-3));
  }

  static Array loss(Curve curve, Array x) {
    return curve.call(x).sub(x.square()).square().mean();
  }

  /** The mean squared error in the last of some steps. */
  static double error(int steps) {
    var x = linspace(-1, 1, 64).reshape(64, 1);
    var curve = Curve.of(16);
    var trained =
        Training.minimize(curve, curve.init(Key.of(0), x), adam(0.03), Train::loss)
            .data(List.of(x))
            .steps(steps)
            .logEvery(1)
            .run();
    return trained.metrics().get("train/loss");
  }
}

package curve;

import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;

/** Trains a network on points of a parabola. */
final class Train {

  private Train() {}

  static void main() {
    IO.println("learned: " + (error(500) < 1e-3));
  }

  /** The mean squared error after some steps. */
  static double error(int steps) {
    var x = linspace(-1, 1, 64).reshape(64, 1);
    var curve = Curve.of(16);
    var state = StandardTrainState.create(curve, curve.init(Key.of(0), x), adam(0.03));
    var step =
        jit((StandardTrainState<Curve> s) ->
            s.applyGradients(valueAndGrad((Params p) -> loss(s, p, x)).apply(s.params()).grads()));
    for (int i = 0; i < steps; i++) {
      state = step.apply(state);
    }
    return loss(state, state.params(), x).item();
  }

  private static Array loss(StandardTrainState<Curve> state, Params params, Array x) {
    return state.model().apply(state.variables(params), x).sub(x.square()).square().mean();
  }
}

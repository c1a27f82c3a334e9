package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.array;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jacfwd;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.transform.function.ArrayFn;

/**
 * Burgers' equation, {@code u_t + u u_x = viscosity u_xx}, for times from 0 to 1 and places from -1
 * to 1, with {@code u(0, x) = -sin(pi x)} and zeros at both ends.
 *
 * <p>A point is {@code (t, x)}. The solution is {@code -sin(pi x) + t (1 - x^2) net(t, x)}, a form
 * that keeps the conditions whatever the network is, so the equation alone is left to learn.
 *
 * @param viscosity above 0; the smaller it is, the steeper the wave becomes
 * @param points drawn for a step
 * @see <a href="https://arxiv.org/abs/1711.10561">Raissi et al., Physics Informed Deep Learning</a>
 */
record Burgers(double viscosity, int points) {

  /** A step of the training. */
  @PyTree
  record Stepped(StandardTrainState<Wave> state, Array loss) {}

  /** {@return a network that knows nothing} */
  static StandardTrainState<Wave> start(Wave net, double rate, int steps, Key key) {
    var tx = adam(cosineDecay(rate, steps));
    return StandardTrainState.create(net, net.init(key, array(0, 0)), tx);
  }

  /** {@return the solution at one point, a scalar} */
  static Array solution(StandardTrainState<Wave> state, Params params, Array point) {
    Array t = point.get(0);
    Array x = point.get(1);
    Array net = state.model().apply(state.variables(params), point);
    Array change = t.mul(x.square().neg().add(1)).mul(net);
    return change.sub(x.mul(Math.PI).sin());
  }

  /** {@return by how much a function misses the equation at one point, a scalar} */
  Array residual(ArrayFn u, Array point) {
    ArrayFn slope = grad(u)::apply;
    Array first = slope.apply(point);
    Array second = jacfwd(slope).apply(point);
    return first.get(0).add(u.apply(point).mul(first.get(1))).sub(second.get(1, 1).mul(viscosity));
  }

  /** {@return the mean square of the residuals at points} */
  Array loss(StandardTrainState<Wave> state, Params params, Array points) {
    ArrayFn u = point -> solution(state, params, point);
    return vmap((Array point) -> residual(u, point)).apply(points).square().mean();
  }

  /** {@return the state after a step on points drawn with a key} */
  Stepped step(StandardTrainState<Wave> state, Key key) {
    Array unit = Random.uniform(key.foldIn(state.step()), Shape.of(points, 2), DType.F32);
    Array drawn = unit.mul(array(1, 2)).sub(array(0, 1));
    var at = valueAndGrad((Params p) -> loss(state, p, drawn)).apply(state.params());
    return new Stepped(state.applyGradients(at.grads()), at.value());
  }
}

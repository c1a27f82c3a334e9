///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+
//REPOS mavenlocal,mavencentral
//DEPS io.cambric:cambric-starter:0.1.0-SNAPSHOT
//DEPS io.cambric:cambric-processor:0.1.0-SNAPSHOT
//COMPILE_OPTIONS -proc:full
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;

/** A network that learns a curve, in one file. */
class Hello {

  @Module
  record CurveDef(int width) {
    @Compact
    Array call(Array x) {
      return Dense.of(1).call(Dense.of(width).call(x).tanh());
    }
  }

  static Array loss(StandardTrainState<Curve> state, Params params, Array x) {
    return state.model().apply(state.variables(params), x).sub(x.square()).square().mean();
  }

  static void main() {
    var x = linspace(-1, 1, 64).reshape(64, 1);
    var curve = Curve.of(16);
    var state = StandardTrainState.create(curve, curve.init(Key.of(0), x), adam(0.03));
    var step =
        jit((StandardTrainState<Curve> s) ->
            s.applyGradients(valueAndGrad((Params p) -> loss(s, p, x)).apply(s.params()).grads()));
    for (int i = 0; i < 500; i++) {
      state = step.apply(state);
    }
    IO.println("learned: " + (loss(state, state.params(), x).item() < 1e-3));
  }
}

package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.tanh;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * A smooth function of a place and a time.
 *
 * <p>Shapes: {@code [..., 2] -> [...]}.
 *
 * @param width of each hidden layer
 * @param depth number of hidden layers
 */
@Module
record WaveDef(int width, int depth) {

  @Compact
  Array call(Array point) {
    var x = point;
    for (int i = 0; i < depth; i++) {
      x = tanh(Dense.of(width).call(x));
    }
    return Dense.of(1).call(x).get("..., 0");
  }
}

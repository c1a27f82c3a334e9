package curve;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * A curve through points, from which the module class Curve is generated.
 *
 * @param width the number of hidden units
 */
@Module
record CurveDef(int width) {

  /** From places [points, 1] to heights [points, 1]. */
  @Compact
  Array call(Array x) {
    return Dense.of(1).call(Dense.of(width).call(x).tanh());
  }
}

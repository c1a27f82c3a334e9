package ${package};

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * The price of a house: two layers, from which the module class Price is generated.
 *
 * @param width the number of hidden units
 */
@Module
record PriceDef(int width) {

  /** From features [houses, 3] to prices [houses, 1]. */
  @Compact
  Array call(Array features) {
    var hidden = relu(Dense.of(width).call(features));
    return Dense.of(1).call(hidden);
  }
}

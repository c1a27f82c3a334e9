package io.cambric.examples.pinn;

import static io.cambric.numpy.Numpy.array;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Colours of numbers: blue for -1, white for 0, red for 1. */
final class DivergingColours {

  private static final Array BLUE = array(0.13, 0.27, 0.65);
  private static final Array RED = array(0.70, 0.09, 0.17);

  private DivergingColours() {}

  /** {@return a picture, {@code [height, width] -> [height, width, 3]}} */
  static Array of(Array values) {
    var x = Numpy.expandDims(values.clip(-1, 1), -1);
    var ends = Numpy.where(x.lt(0), BLUE, RED);
    return ends.sub(1).mul(x.abs()).add(1);
  }
}

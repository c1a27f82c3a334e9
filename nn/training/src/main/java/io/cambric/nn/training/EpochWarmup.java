package io.cambric.nn.training;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/**
 * A linear warmup in epochs.
 *
 * @param length in epochs; 0 or less for none
 * @param stepsPerEpoch steps in an epoch
 */
record EpochWarmup(double length, int stepsPerEpoch) {

  /** {@return a rate, multiplied by the finished fraction of the warmup} */
  Array apply(Array rate, Array count) {
    if (length <= 0) {
      return rate;
    }
    var share = count.astype(DType.defaultFloat()).div(length).div(stepsPerEpoch);
    return Numpy.minimum(share, 1).mul(rate);
  }
}

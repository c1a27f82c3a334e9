package io.cambric.examples.digits;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;

/**
 * A 3 by 3 convolution, batch normalisation and relu.
 *
 * <p>Shapes: {@code [n, height, width, in] -> [n, height, width, features]}.
 *
 * <p>Variables: {@code params/Conv_0}, {@code params/BatchNorm_0}, {@code batch_stats/BatchNorm_0}.
 *
 * @param features channels of the output
 */
@Module
record ConvBlockDef(int features) {

  @Compact
  Array call(Array x, boolean train) {
    var h = Conv.of(features, 3, 3).withUseBias(false).call(x);
    return relu(BatchNorm.of().withMomentum(0.9).call(h, !train));
  }
}

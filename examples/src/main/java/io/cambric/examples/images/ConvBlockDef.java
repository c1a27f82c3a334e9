package io.cambric.examples.images;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import org.jspecify.annotations.Nullable;

/**
 * A 3 by 3 convolution, batch normalisation and relu.
 *
 * <p>Shapes: {@code [n, height, width, in] -> [n, height, width, features]}.
 *
 * <p>Variables: {@code params/Conv_0}, {@code params/BatchNorm_0}, {@code batch_stats/BatchNorm_0}.
 *
 * @param features channels of the output
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 */
@Module
record ConvBlockDef(int features, @Nullable DType dtype, DType paramDtype) {

  @Compact
  Array call(Array x, boolean train) {
    var conv = Conv.of(features, 3, 3).withUseBias(false);
    var norm = BatchNorm.of().withMomentum(0.9);
    var h = conv.withDtype(dtype).withParamDtype(paramDtype).call(x);
    return relu(norm.withDtype(dtype).withParamDtype(paramDtype).call(h, !train));
  }
}

package io.cambric.examples.digits;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Pooling;
import io.cambric.numpy.Activations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network of digits that may compute in half precision.
 *
 * @param width channels of the convolution
 * @param dtype dtype to compute in, or {@code null} to promote input and parameters
 * @param paramDtype dtype of the parameters
 */
@Module
record HalfNetDef(int width, @Nullable DType dtype, DType paramDtype) {

  @Compact
  Array call(Array images, boolean isTraining) {
    var conv = Conv.of(width, 3, 3).withUseBias(false).withDtype(dtype).withParamDtype(paramDtype);
    var norm = BatchNorm.of().withMomentum(0.9).withDtype(dtype).withParamDtype(paramDtype);
    var x = Activations.relu(norm.call(conv.call(images), !isTraining));
    x = Pooling.maxPool(x, List.of(2, 2), List.of(2, 2));
    x = Dropout.of(0.1).call(x.reshape(x.dim(0), -1), !isTraining);
    x = Activations.relu(dense(32).call(x));
    return dense(10).named("logits").call(x);
  }

  private Dense dense(int features) {
    return Dense.of(features).withDtype(dtype).withParamDtype(paramDtype);
  }
}

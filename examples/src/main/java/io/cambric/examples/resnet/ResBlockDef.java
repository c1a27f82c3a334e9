package io.cambric.examples.resnet;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.numpy.Initializers;
import java.util.List;

/**
 * Two convolutions with a residual connection. The last normalisation scales by zero at first, so
 * that a new block changes nothing.
 *
 * @param features channels of the output
 * @param stride of the first convolution
 * @param dtype to compute in
 */
@Module
record ResBlockDef(int features, int stride, DType dtype) {

  @Compact
  Array call(Array x, boolean train) {
    var y = conv(3, stride).call(x);
    y = relu(norm().call(y, !train));
    y = conv(3, 1).call(y);
    y = norm().withScaleInit(Initializers.zeros()).call(y, !train);
    var skip = x;
    if (stride != 1 || x.dim(-1) != features) {
      skip = conv(1, stride).named("conv_proj").call(x);
      skip = norm().named("norm_proj").call(skip, !train);
    }
    return relu(skip.add(y));
  }

  private Conv conv(int side, int step) {
    return Conv.of(features, side, side)
        .withStrides(List.of(step, step))
        .withUseBias(false)
        .withDtype(dtype);
  }

  private BatchNorm norm() {
    return BatchNorm.of().withMomentum(0.9).withDtype(dtype);
  }
}

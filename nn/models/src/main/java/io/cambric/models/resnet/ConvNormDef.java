package io.cambric.models.resnet;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Padding;
import java.util.List;

/**
 * A convolution without a bias, then a normalisation by the batch.
 *
 * @param features channels of the result
 * @param window height and width of the window
 * @param stride steps between windows
 */
@Module
record ConvNormDef(int features, int window, int stride) {

  /** The two layers. */
  record Parts(Conv conv, BatchNorm norm) {}

  @Setup
  Parts parts() {
    return new Parts(
        Conv.of(features, window, window)
            .withStrides(List.of(stride))
            .withPadding(Padding.of(window / 2))
            .withUseBias(false),
        BatchNorm.of().withMomentum(0.9).withUseFastVariance(false));
  }

  /**
   * {@return the result {@code [batch, height', width', features]}}
   *
   * @param train whether to normalise by the statistics of the batch instead of running ones
   */
  Array call(Parts parts, Array x, boolean train) {
    return parts.norm().call(parts.conv().call(x), !train);
  }
}

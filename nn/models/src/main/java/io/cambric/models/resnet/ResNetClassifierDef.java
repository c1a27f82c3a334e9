package io.cambric.models.resnet;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * A residual network with a head that scores classes of images.
 *
 * <p>Variables: {@code resnet} in {@code params} and {@code batch_stats}, {@code
 * params/classifier}.
 *
 * @param config sizes and options
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/resnet">ResNetForImageClassification</a>
 */
@Module
record ResNetClassifierDef(ResNetConfig config) {

  /** The submodules. */
  record Parts(ResNet resnet, Dense classifier) {}

  @Setup
  Parts parts() {
    return new Parts(ResNet.of(config), Dense.of(config.classes()));
  }

  /** {@return scores of the classes, {@code [batch, classes]}, by running statistics} */
  @Dims("batch _")
  Array call(Parts parts, @Dims("batch height width channels") Array images) {
    return call(parts, images, false);
  }

  /**
   * {@return scores of the classes, {@code [batch, classes]}}
   *
   * @param images {@code [batch, height, width, channels]}
   * @param train whether to normalise by the statistics of the batch instead of running ones
   */
  @Dims("batch _")
  Array call(Parts parts, @Dims("batch height width channels") Array images, boolean train) {
    return head(parts, parts.resnet().call(images, train));
  }

  /** {@return scores of the classes for features of places} */
  Array head(Parts parts, Array places) {
    return parts.classifier().call(parts.resnet().pooled(places));
  }
}

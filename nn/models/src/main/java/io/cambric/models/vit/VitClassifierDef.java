package io.cambric.models.vit;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.numpy.Numpy;

/**
 * A vision transformer with a head that scores classes of images by their first state.
 *
 * <p>Variables: {@code params/{vit,classifier}}. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a
 *     href="https://huggingface.co/docs/transformers/model_doc/vit">ViTForImageClassification</a>
 */
@Module
record VitClassifierDef(VitConfig config) {

  /** The submodules. */
  record Parts(Vit vit, Dense classifier) {}

  @Setup
  Parts parts() {
    return new Parts(Vit.of(config), Dense.of(config.classes()));
  }

  /** {@return scores of the classes, {@code [batch, classes]}; nothing is dropped} */
  Array call(Parts parts, Array images) {
    return call(parts, images, false);
  }

  /**
   * {@return scores of the classes, {@code [batch, classes]}}
   *
   * @param images {@code [batch, height, width, channels]}
   * @param train whether dropout is on
   */
  Array call(Parts parts, Array images, boolean train) {
    return head(parts, parts.vit().call(images, train));
  }

  /** {@return scores of the classes for states of the model} */
  Array head(Parts parts, Array states) {
    return parts.classifier().call(Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1));
  }
}

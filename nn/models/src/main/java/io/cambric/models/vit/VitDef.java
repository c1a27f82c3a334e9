package io.cambric.models.vit;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.truncatedNormal;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.models.encoder.EncoderLayer;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.Padding;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.stream.Stream;

/**
 * Vision transformer: images {@code [batch, height, width, channels]} to states {@code [batch, 1 +
 * patches, features]}. The first state represents the whole image.
 *
 * <p>Variables: {@code params/{patch,class_token,position,norm}}, {@code params/layer_0} and so on,
 * {@code params/pooler} where it is used. Random streams: {@code dropout}, while training.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/2010.11929">Dosovitskiy et al., 2020</a>
 * @see <a href="https://huggingface.co/docs/transformers/model_doc/vit">ViTModel</a>
 */
@Module
record VitDef(VitConfig config) {

  /** The submodules and parameters. */
  record Parts(
      Conv patch,
      @Named("class_token") Array classToken,
      Array position,
      Dropout dropout,
      List<EncoderLayer> layer,
      LayerNorm norm,
      Dense pooler) {}

  @Setup
  Parts parts() {
    int features = config.layer().features();
    return new Parts(
        Conv.of(features, config.patch()).withStrides(config.patch()).withPadding(Padding.VALID),
        param("class_token", truncatedNormal(0.02), Shape.of(1, 1, features)),
        param("position", truncatedNormal(0.02), Shape.of(1, config.patches() + 1, features)),
        Dropout.of(config.layer().dropout()),
        Stream.generate(() -> EncoderLayer.of(config.layer())).limit(config.layers()).toList(),
        config.layer().norm(),
        Dense.of(config.pooled()));
  }

  /** {@return the normalised states of the last layer; nothing is dropped} */
  Array call(Parts parts, Array images) {
    return call(parts, images, false);
  }

  /**
   * {@return the normalised states of the last layer}
   *
   * @param images {@code [batch, height, width, channels]}
   * @param train whether dropout is on
   * @throws ShapeException if the images have other sizes than the configuration
   */
  Array call(Parts parts, Array images, boolean train) {
    var sizes = Shape.of(config.image().get(0), config.image().get(1), config.channels());
    if (images.rank() != 4 || !images.shape().slice(1, 4).equals(sizes)) {
      throw new ShapeException(
          "Vit needs a batch of images %s, height, width and channels, but got %s. Resize the images."
              .formatted(sizes, images.aval()));
    }
    int batch = images.dim(0);
    int features = config.layer().features();
    var patches = parts.patch().call(images).reshape(Shape.of(batch, config.patches(), features));
    var first = Numpy.broadcastTo(parts.classToken(), Shape.of(batch, 1, features));
    var states = Numpy.concatenate(List.of(first, patches), 1).add(parts.position());
    states = parts.dropout().call(states, !train);
    for (var layer : parts.layer()) {
      states = layer.call(states, null, train);
    }
    return parts.norm().call(states);
  }

  /**
   * {@return the state of the whole image, mapped for other tasks}
   *
   * @param states as {@code call} returns them
   */
  Array pooled(Parts parts, Array states) {
    var first = Numpy.squeeze(Numpy.slice(states, 1, 0, 1), 1);
    return config.poolerActivation().apply(parts.pooler().call(first));
  }
}

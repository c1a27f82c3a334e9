package io.cambric.models.resnet;

import io.cambric.annotations.Dims;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Padding;
import io.cambric.nn.Pooling;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;

/**
 * A residual network: images {@code [batch, height, width, channels]} to features of places {@code
 * [batch, height', width', features]}.
 *
 * <p>Variables: {@code embedder}, {@code stage_0_0} and so on, by stage and layer, in {@code
 * params} and {@code batch_stats}. While training, {@code batch_stats} must be mutable. Running
 * variances are the biased ones of {@code nn}, where PyTorch's are unbiased.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/1512.03385">He et al., 2015</a>
 * @see <a href="https://huggingface.co/docs/transformers/model_doc/resnet">ResNetModel</a>
 */
@Module
record ResNetDef(ResNetConfig config) {

  /** The first convolution, and the layers by stage. */
  record Parts(ConvNorm embedder, List<List<ResNetLayer>> stage) {}

  @Setup
  Parts parts() {
    var stages = new ArrayList<List<ResNetLayer>>();
    int features = config.stem();
    for (int i = 0; i < config.depths().size(); i++) {
      int stride = i > 0 || config.downsampleInFirstStage() ? 2 : 1;
      stages.add(stage(features, config.features().get(i), stride, config.depths().get(i)));
      features = config.features().get(i);
    }
    return new Parts(ConvNorm.of(config.stem(), 7, 2), stages);
  }

  private List<ResNetLayer> stage(int before, int features, int stride, int depth) {
    var layers = new ArrayList<ResNetLayer>();
    layers.add(ResNetLayer.of(config, features, stride, before != features || stride != 1));
    while (layers.size() < depth) {
      layers.add(ResNetLayer.of(config, features, 1, false));
    }
    return layers;
  }

  /** {@return the features of the last stage, by running statistics} */
  @Dims("batch _ _ _")
  Array call(Parts parts, @Dims("batch height width channels") Array images) {
    return call(parts, images, false);
  }

  /**
   * {@return the features of the last stage}
   *
   * @param images {@code [batch, height, width, channels]}
   * @param train whether to normalise by the statistics of the batch instead of running ones
   */
  @Dims("batch _ _ _")
  Array call(Parts parts, @Dims("batch height width channels") Array images, boolean train) {
    var x = config.activation().apply(parts.embedder().call(images, train));
    x = Pooling.maxPool(x, List.of(3, 3), List.of(2, 2), Padding.of(1));
    for (var stage : parts.stage()) {
      for (var layer : stage) {
        x = layer.call(x, train);
      }
    }
    return x;
  }

  /**
   * {@return the mean over all places, {@code [batch, features]}}
   *
   * @param places as {@code call} returns them
   */
  Array pooled(Parts parts, Array places) {
    return Numpy.mean(places, 1, 2);
  }
}

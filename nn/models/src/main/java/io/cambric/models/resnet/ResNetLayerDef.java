package io.cambric.models.resnet;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import java.util.List;

/**
 * A residual layer: two or three convolutions, whose result is added to the input. As in
 * Transformers, a rectifier is always between them. The activation of the configuration follows the
 * sum.
 *
 * @param config sizes and options
 * @param features channels of the result
 * @param stride 2 to halve the image, or 1
 * @param shortcut whether the input is mapped before it is added, as it has another shape
 */
@Module
record ResNetLayerDef(ResNetConfig config, int features, int stride, boolean shortcut) {

  /** Channels of a bottleneck for each within. */
  static final int REDUCTION = 4;

  /** The convolutions, and the map of the input if there is one. */
  record Parts(List<ConvNorm> layer, List<ConvNorm> shortcut) {}

  @Setup
  Parts parts() {
    return new Parts(
        config.bottleneck() ? bottleneck() : basic(),
        shortcut ? List.of(ConvNorm.of(features, 1, stride)) : List.of());
  }

  private List<ConvNorm> basic() {
    return List.of(ConvNorm.of(features, 3, stride), ConvNorm.of(features, 3, 1));
  }

  private List<ConvNorm> bottleneck() {
    int within = features / REDUCTION;
    boolean first = config.downsampleInBottleneck();
    return List.of(
        ConvNorm.of(within, 1, first ? stride : 1),
        ConvNorm.of(within, 3, first ? 1 : stride),
        ConvNorm.of(features, 1, 1));
  }

  /** {@return the result {@code [batch, height / stride, width / stride, features]}} */
  Array call(Parts parts, Array x, boolean train) {
    var y = x;
    for (int i = 0; i < parts.layer().size(); i++) {
      y = parts.layer().get(i).call(i == 0 ? y : Activations.relu(y), train);
    }
    var input = x;
    for (var each : parts.shortcut()) {
      input = each.call(input, train);
    }
    return config.activation().apply(y.add(input));
  }
}

package io.cambric.conformance.interop;

import io.cambric.core.Array;
import io.cambric.json.JsonValue;
import io.cambric.models.resnet.ResNetClassifier;
import io.cambric.models.resnet.ResNetConfig;
import io.cambric.models.resnet.ResNetWeights;
import io.cambric.models.vit.VitClassifier;
import io.cambric.models.vit.VitConfig;
import io.cambric.models.vit.VitWeights;
import io.cambric.numpy.Numpy;
import java.util.Map;

/** Models of images under the names of golden cases, whose channels come first. */
final class ImageGolden {

  private ImageGolden() {}

  static GoldenModel vit(JsonValue json) {
    var config = VitConfig.of(json);
    var model = VitClassifier.of(config);
    return (weights, inputs) -> {
      var variables = VitWeights.loadClassifier(weights, config);
      var images = channelsLast(inputs.get("pixel_values"));
      var states = model.apply(variables, m -> m.parts().vit().call(images));
      return Map.of(
          "last_hidden_state", states, "logits", model.apply(variables, m -> m.head(states)));
    };
  }

  static GoldenModel resNet(JsonValue json) {
    var config = ResNetConfig.of(json);
    var model = ResNetClassifier.of(config);
    return (weights, inputs) -> {
      var variables = ResNetWeights.loadClassifier(weights, config);
      var images = channelsLast(inputs.get("pixel_values"));
      var places = model.apply(variables, m -> m.parts().resnet().call(images));
      var means = model.apply(variables, m -> m.parts().resnet().pooled(places));
      var pooled = Numpy.expandDims(means, new int[] {2, 3});
      return Map.of(
          "last_hidden_state",
          places.transpose(0, 3, 1, 2),
          "pooler_output",
          pooled,
          "logits",
          model.apply(variables, m -> m.head(places)));
    };
  }

  private static Array channelsLast(Array images) {
    return images.transpose(0, 2, 3, 1);
  }
}

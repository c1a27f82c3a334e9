package io.cambric.models.vit;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.ConfigFields;
import java.util.List;

/**
 * Sizes and options of a vision transformer.
 *
 * @param image height and width, in pixels
 * @param patch height and width of a patch, in pixels
 * @param channels of the image
 * @param layers number of layers
 * @param layer options of a layer
 * @param pooled features of the pooled state
 * @param poolerActivation of the pooled state
 * @param classes number of classes of the head
 */
public record VitConfig(
    List<Integer> image,
    List<Integer> patch,
    int channels,
    int layers,
    LayerOptions layer,
    int pooled,
    Activation poolerActivation,
    int classes) {

  /** Copies the sizes. */
  public VitConfig {
    image = List.copyOf(image);
    patch = List.copyOf(patch);
  }

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * @throws DataException if an option is missing, out of range, or not supported
   */
  public static VitConfig of(JsonValue json) {
    var fields = ConfigFields.of(json);
    int features = fields.positive("hidden_size");
    var image = fields.pair("image_size", 224);
    var patch = fields.pair("patch_size", 16);
    for (int i = 0; i < 2; i++) {
      if (patch.get(i) > image.get(i)) {
        throw json.get("patch_size")
            .failure(
                "patches within the image of %s pixels".formatted(image), "Write sizes in pixels.");
      }
    }
    double dropout = fields.fraction("hidden_dropout_prob", 0);
    return new VitConfig(
        image,
        patch,
        fields.positive("num_channels", 3),
        fields.positive("num_hidden_layers"),
        new LayerOptions(
            features,
            fields.heads("num_attention_heads", features),
            fields.positive("intermediate_size"),
            fields.activation("hidden_act", Activation.GELU),
            fields.aboveZero("layer_norm_eps", 1e-12),
            dropout,
            fields.fraction("attention_probs_dropout_prob", 0),
            0,
            fields.flag("qkv_bias", true),
            true),
        fields.positive("pooler_output_size", features),
        fields.activation("pooler_act", Activation.TANH),
        fields.labels());
  }

  /** {@return the number of patches of an image} */
  int patches() {
    return image.get(0) / patch.get(0) * (image.get(1) / patch.get(1));
  }
}

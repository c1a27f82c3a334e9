package io.cambric.models.resnet;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.pretrained.ConfigFields;
import java.util.List;

/**
 * Sizes and options of a residual network.
 *
 * @param channels of the image
 * @param stem channels after the first convolution
 * @param features channels of each stage
 * @param depths number of layers of each stage
 * @param bottleneck whether layers narrow their channels to a quarter within
 * @param activation after the first convolution and after each layer
 * @param downsampleInFirstStage whether the first stage halves the image, as the others do
 * @param downsampleInBottleneck whether a bottleneck halves the image in its first convolution
 * @param classes number of classes of the head
 */
public record ResNetConfig(
    int channels,
    int stem,
    List<Integer> features,
    List<Integer> depths,
    boolean bottleneck,
    Activation activation,
    boolean downsampleInFirstStage,
    boolean downsampleInBottleneck,
    int classes) {

  /** Copies the lists. */
  public ResNetConfig {
    features = List.copyOf(features);
    depths = List.copyOf(depths);
  }

  /**
   * {@return the configuration of a {@code config.json}}
   *
   * @throws DataException if an option is missing, out of range, or not supported
   */
  public static ResNetConfig of(JsonValue json) {
    var fields = ConfigFields.of(json);
    var features = fields.positives("hidden_sizes", List.of(256, 512, 1024, 2048));
    var depths = fields.positives("depths", List.of(3, 4, 6, 3));
    if (depths.size() != features.size()) {
      throw json.get("depths")
          .failure(
              "a number for each of %d stages".formatted(features.size()),
              "hidden_sizes lists the stages.");
    }
    boolean bottleneck =
        fields
            .word("layer_type", "bottleneck", List.of("basic", "bottleneck"))
            .equals("bottleneck");
    for (int each : features) {
      if (bottleneck && each < ResNetLayerDef.REDUCTION) {
        throw json.get("hidden_sizes")
            .failure(
                "at least %d channels in each stage".formatted(ResNetLayerDef.REDUCTION),
                "A bottleneck divides them by four.");
      }
    }
    return new ResNetConfig(
        fields.positive("num_channels", 3),
        fields.positive("embedding_size", 64),
        features,
        depths,
        bottleneck,
        fields.activation("hidden_act", Activation.RELU),
        fields.flag("downsample_in_first_stage", false),
        fields.flag("downsample_in_bottleneck", false),
        fields.labels());
  }
}

package io.cambric.models.resnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResNetTest {

  private static ResNetConfig config(String type, String more) {
    return ResNetConfig.of(
        JsonValue.parse(
            "config.json",
            """
            {"embedding_size": 4, "hidden_sizes": [8, 12], "depths": [2, 1], "layer_type": "%s",
             "num_labels": 3%s}\
            """
                .formatted(type, more)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"basic", "bottleneck"})
  void weights_and_statistics_survive_under_the_names_of_hugging_face(String type) {
    var config = config(type, "");
    var images = Numpy.zeros(Shape.of(1, 32, 32, 3), DType.F32);
    var model = RandomWeights.of(ResNet.of(config), m -> m.call(images));
    var classifier = RandomWeights.of(ResNetClassifier.of(config), m -> m.call(images));

    RandomWeights.assertSurvive(model, ResNetWeights::names, w -> ResNetWeights.load(w, config));
    RandomWeights.assertSurvive(
        classifier, ResNetWeights::classifierNames, w -> ResNetWeights.loadClassifier(w, config));
  }

  @Test
  void a_first_stage_halves_the_image_where_it_is_asked_to() {
    var images = Numpy.ones(Shape.of(1, 32, 32, 3), DType.F32);
    var plain = ResNet.of(config("basic", ""));
    var halving = ResNet.of(config("basic", ", \"downsample_in_first_stage\": true"));

    assertThat(plain.apply(plain.init(Key.of(0), images), images).shape())
        .isEqualTo(Shape.of(1, 4, 4, 12));
    assertThat(halving.apply(halving.init(Key.of(0), images), images).shape())
        .isEqualTo(Shape.of(1, 2, 2, 12));
  }

  @Test
  void running_statistics_move_in_training() {
    var images = Numpy.ones(Shape.of(2, 32, 32, 3), DType.F32);
    var model = ResNet.of(config("bottleneck", ", \"downsample_in_bottleneck\": true"));
    var variables = model.init(Key.of(0), images);

    var trained =
        model.apply(variables, ApplyOptions.mutable("batch_stats"), m -> m.call(images, true));

    assertThat(
            trained
                .variables()
                .collection("batch_stats")
                .get("embedder", "norm", "mean")
                .toFloats())
        .isNotEqualTo(
            variables.collection("batch_stats").get("embedder", "norm", "mean").toFloats());
  }

  @Test
  void stages_without_a_depth_are_refused() {
    var json = "{\"hidden_sizes\": [8, 16], \"depths\": [1]}";

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> ResNetConfig.of(JsonValue.parse("config.json", json)))
        .withMessageContaining("needs a number for each of 2 stages");
  }
}

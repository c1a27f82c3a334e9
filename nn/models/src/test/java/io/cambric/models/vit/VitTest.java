package io.cambric.models.vit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import org.junit.jupiter.api.Test;

class VitTest {

  private static VitConfig config(String sizes) {
    return VitConfig.of(
        JsonValue.parse(
            "config.json",
            """
            {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "num_labels": 3,
             "intermediate_size": 12, "qkv_bias": false, "pooler_output_size": 5, %s}\
            """
                .formatted(sizes)));
  }

  private static final VitConfig CONFIG = config("\"image_size\": [8, 12], \"patch_size\": [4, 3]");

  @Test
  void an_image_becomes_a_state_for_each_patch_and_one_for_all() {
    var vit = Vit.of(CONFIG);
    var images = Numpy.ones(Shape.of(2, 8, 12, 3), DType.F32);
    var variables = vit.init(Key.of(0), m -> m.pooled(m.call(images)));

    var states = vit.apply(variables, images);

    assertThat(states.shape()).isEqualTo(Shape.of(2, 9, 8));
    assertThat(vit.apply(variables, m -> m.pooled(states)).shape()).isEqualTo(Shape.of(2, 5));
  }

  @Test
  void weights_survive_under_the_names_of_hugging_face() {
    var images = Numpy.ones(Shape.of(1, 8, 12, 3), DType.F32);
    var pooled = RandomWeights.of(Vit.of(CONFIG), m -> m.pooled(m.call(images)));
    var classifier = RandomWeights.of(VitClassifier.of(CONFIG), m -> m.call(images));

    RandomWeights.assertSurvive(pooled, VitWeights::names, w -> VitWeights.load(w, CONFIG));
    RandomWeights.assertSurvive(
        classifier, VitWeights::classifierNames, w -> VitWeights.loadClassifier(w, CONFIG));
  }

  @Test
  void images_of_another_size_are_refused() {
    var vit = Vit.of(CONFIG);
    var variables = vit.init(Key.of(0), m -> m.call(Numpy.ones(Shape.of(1, 8, 12, 3), DType.F32)));

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vit.apply(variables, Numpy.ones(Shape.of(1, 3, 8, 12), DType.F32)))
        .withMessageContaining(
            "Vit needs a batch of images [8, 12, 3], height, width and channels, but got"
                + " f32[1,3,8,12]. Resize the images.");
  }

  @Test
  void patches_larger_than_the_image_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> config("\"image_size\": 8, \"patch_size\": 9"))
        .withMessageContaining("needs patches within the image of [8, 8] pixels");
  }
}

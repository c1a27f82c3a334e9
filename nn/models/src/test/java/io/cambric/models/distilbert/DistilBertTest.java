package io.cambric.models.distilbert;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.json.JsonValue;
import io.cambric.models.pretrained.RandomWeights;
import org.junit.jupiter.api.Test;

class DistilBertTest {

  private static final DistilBertConfig CONFIG =
      DistilBertConfig.of(
          JsonValue.parse(
              "config.json",
              """
              {"vocab_size": 12, "dim": 8, "n_layers": 2, "n_heads": 2, "hidden_dim": 10,
               "max_position_embeddings": 6, "activation": "relu", "pad_token_id": 0,
               "id2label": {"0": "no", "1": "yes", "2": "perhaps"}}\
              """));

  private static final Array TOKENS = NdArray.ofInts(Shape.of(1, 3), new int[] {3, 4, 5});

  @Test
  void weights_survive_under_the_names_of_hugging_face() {
    var model = RandomWeights.of(DistilBert.of(CONFIG), m -> m.call(TOKENS, TOKENS));
    var classifier = RandomWeights.of(DistilBertClassifier.of(CONFIG), m -> m.call(TOKENS, TOKENS));

    RandomWeights.assertSurvive(
        model, DistilBertWeights::names, w -> DistilBertWeights.load(w, CONFIG));
    RandomWeights.assertSurvive(
        classifier,
        DistilBertWeights::classifierNames,
        w -> DistilBertWeights.loadClassifier(w, CONFIG));
  }

  @Test
  void the_model_is_read_from_below_its_head() {
    var classifier = RandomWeights.of(DistilBertClassifier.of(CONFIG), m -> m.call(TOKENS, TOKENS));
    var weights = DistilBertWeights.classifierNames(classifier);

    var states =
        DistilBert.of(CONFIG).apply(DistilBertWeights.load(weights, CONFIG), TOKENS, TOKENS);

    assertThat(states.shape()).isEqualTo(Shape.of(1, 3, 8));
    assertThat(DistilBertClassifier.of(CONFIG).apply(classifier, TOKENS, TOKENS).shape())
        .isEqualTo(Shape.of(1, 3));
  }
}

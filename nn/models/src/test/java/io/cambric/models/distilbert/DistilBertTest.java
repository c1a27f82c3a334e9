package io.cambric.models.distilbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.json.JsonValue;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.numpy.Numpy;
import java.util.HashMap;
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
  void weights_of_a_head_are_named_where_nobody_takes_them() {
    var classifier = RandomWeights.of(DistilBertClassifier.of(CONFIG), m -> m.call(TOKENS, TOKENS));
    var weights = NamedArrays.of(DistilBertWeights.classifierNames(classifier));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DistilBertWeights.load(weights, CONFIG))
        .withMessageContaining(
            "The model has no variables for the weights [\"classifier.bias\", "
                + "\"classifier.weight\", \"pre_classifier.bias\", \"pre_classifier.weight\"], "
                + "which belong to a head. Load them with the head, or leave them out with "
                + "weights.filter(name -> name.startsWith(\"distilbert.\")).");
    var own = weights.filter(name -> name.startsWith("distilbert."));
    var states = DistilBert.of(CONFIG).apply(DistilBertWeights.load(own, CONFIG), TOKENS, TOKENS);
    assertThat(states.shape()).isEqualTo(Shape.of(1, 3, 8));
  }

  @Test
  void the_head_of_pretraining_is_left_out() {
    var model = RandomWeights.of(DistilBert.of(CONFIG), m -> m.call(TOKENS, TOKENS));
    var weights = new HashMap<String, Array>();
    DistilBertWeights.names(model)
        .forEach((name, array) -> weights.put("distilbert." + name, array));
    weights.put("vocab_layer_norm.bias", Numpy.ones(Shape.of(8)));

    var variables = DistilBertWeights.load(weights, CONFIG);

    assertThat(variables.params().get("norm", "scale").toFloats())
        .isEqualTo(model.params().get("norm", "scale").toFloats());
  }
}

package io.cambric.models.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.io.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Variables;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BertTest {

  private static final BertConfig CONFIG =
      new BertConfig(20, 8, 0, 2, 2, LayerOptions.of(8, 2, 12, Activation.GELU, 1e-12, 0.5, 0.5));

  private static Array ints(int rows, int... values) {
    return NdArray.ofInts(Shape.of(rows, values.length / rows), values);
  }

  @Test
  void states_do_not_depend_on_tokens_that_are_masked() {
    var bert = Bert.of(CONFIG);
    var variables = RandomWeights.of(bert, m -> m.call(ints(1, 1), ints(1, 1)));

    var mask = ints(1, 1, 1, 1, 0, 0);
    var one = bert.apply(variables, ints(1, 5, 6, 7, 0, 0), mask).get("0, :3");
    var other = bert.apply(variables, ints(1, 5, 6, 7, 9, 3), mask).get("0, :3");

    assertThat(Numpy.allclose(one, other).item()).isEqualTo(1);
  }

  @Test
  void dropout_is_on_in_training_only() {
    var bert = Bert.of(CONFIG);
    var tokens = ints(1, 5, 6, 7);
    var mask = ints(1, 1, 1, 1);
    var variables = RandomWeights.of(bert, m -> m.call(tokens, mask));

    var plain = bert.apply(variables, m -> m.call(tokens, mask, Numpy.zerosLike(tokens), false));
    var first = trained(bert, variables, tokens, mask, 1);
    var second = trained(bert, variables, tokens, mask, 2);

    assertThat(Numpy.allclose(plain, bert.apply(variables, tokens, mask)).item()).isEqualTo(1);
    assertThat(Numpy.allclose(first, second).item()).isZero();
    assertThat(first.shape()).isEqualTo(plain.shape());
  }

  private static Array trained(
      Bert bert, Variables variables, Array tokens, Array mask, long seed) {
    return bert.apply(
            variables,
            ApplyOptions.rng("dropout", Key.of(seed)),
            m -> m.call(tokens, mask, Numpy.zerosLike(tokens), true))
        .output();
  }

  @Test
  void a_sequence_longer_than_the_positions_is_refused() {
    var bert = Bert.of(CONFIG);
    var variables = RandomWeights.of(bert, m -> m.call(ints(1, 1), ints(1, 1)));
    var tokens = Numpy.ones(Shape.of(1, 9), DType.I32);

    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> bert.apply(variables, tokens, tokens))
        .withMessageContaining(
            "BERT needs sequences of at most 8 tokens, as it has no more positions, but got 9."
                + " Truncate them.");
  }

  @Test
  void weights_survive_under_the_names_of_hugging_face() {
    var tokens = ints(1, 1, 2);
    var pooled = RandomWeights.of(Bert.of(CONFIG), m -> m.pooled(m.call(tokens, tokens)));
    var plain = RandomWeights.of(Bert.of(CONFIG), m -> m.call(tokens, tokens));
    var masked = RandomWeights.of(BertMaskedLm.of(CONFIG), m -> m.call(tokens, tokens));

    RandomWeights.assertSurvive(pooled, BertWeights::names, w -> BertWeights.load(w, CONFIG));
    RandomWeights.assertSurvive(plain, BertWeights::names, w -> BertWeights.load(w, CONFIG));
    RandomWeights.assertSurvive(
        masked, BertWeights::maskedLmNames, w -> BertWeights.loadMaskedLm(w, CONFIG));
  }

  @Test
  void the_model_is_read_from_below_a_head_and_by_older_names() {
    var tokens = ints(1, 1, 2);
    var masked = RandomWeights.of(BertMaskedLm.of(CONFIG), m -> m.call(tokens, tokens));
    var older = new HashMap<String, NdArray>();
    BertWeights.maskedLmNames(masked)
        .forEach((name, array) ->
            older.put(
                name.replace("LayerNorm.weight", "LayerNorm.gamma")
                    .replace("LayerNorm.bias", "LayerNorm.beta"),
                array));

    var variables = BertWeights.load(older, CONFIG);

    assertThat(Bert.of(CONFIG).apply(variables, tokens, tokens).shape())
        .isEqualTo(Shape.of(1, 2, 8));
    assertThat(variables.params().get("embeddings", "norm", "scale").toFloats())
        .isEqualTo(masked.params().get("bert", "embeddings", "norm", "scale").toFloats());
  }

  @Test
  void weights_that_are_missing_are_listed() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BertWeights.load(Map.<String, NdArray>of(), CONFIG))
        .withMessageContaining("variable \"params/embeddings/norm/bias\" f32[8] has no array");
  }

  @Test
  void options_that_are_not_supported_are_refused() {
    var json =
        "{\"vocab_size\": 20, \"hidden_size\": 8, \"num_hidden_layers\": 1,"
            + " \"num_attention_heads\": 2, \"intermediate_size\": 8, \"position_embedding_type\":"
            + " \"relative_key\"}";

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BertConfig.of(JsonValue.parse("config.json", json)))
        .withMessageStartingWith(
            "config.json needs one of [absolute] at \"$.position_embedding_type\", but there is the"
                + " string \"relative_key\".");
  }
}

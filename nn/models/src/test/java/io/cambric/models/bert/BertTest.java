package io.cambric.models.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.ShapeException;
import io.cambric.io.NamedArrays;
import io.cambric.json.JsonValue;
import io.cambric.models.Activation;
import io.cambric.models.encoder.LayerOptions;
import io.cambric.models.pretrained.PatternWeights;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.text.TextPair;
import io.cambric.text.TokenBatch;
import io.cambric.text.Tokenizer;
import java.util.HashMap;
import java.util.List;
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
            "BERT needs sequences of at most 8 tokens, its number of positions, but got 9. "
                + "Truncate them.");
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

  private static final String PAIRS =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
       "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"},
       "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
       "decoder": null,
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                 "max_input_chars_per_word": 100,
                 "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "b": 5}}}
      """;

  private static TokenBatch pair() {
    var tokenizer = Tokenizer.read(JsonValue.parse("tokenizer.json", PAIRS));
    return tokenizer.encodePairs(List.of(new TextPair("a b", "b")));
  }

  @Test
  void what_a_tokenizer_gives_for_a_pair_has_the_types_of_both_sentences() {
    var batch = pair();
    var bert = Bert.of(CONFIG);
    var variables = RandomWeights.of(bert, m -> m.call(batch));

    var states = bert.apply(variables, batch);

    assertThat(batch.types()).isDeepEqualTo(new int[][] {{0, 0, 0, 0, 1, 1}});
    assertThat(floats(states))
        .isEqualTo(
            floats(
                bert.apply(
                    variables,
                    m ->
                        m.call(
                            Numpy.array(batch.ids()),
                            Numpy.array(batch.mask()),
                            Numpy.array(batch.types()),
                            false))));
    assertThat(floats(states))
        .isNotEqualTo(
            floats(bert.apply(variables, Numpy.array(batch.ids()), Numpy.array(batch.mask()))));
    var masked = BertMaskedLm.of(CONFIG);
    var variablesOfMasked = RandomWeights.of(masked, m -> m.call(batch));
    assertThat(floats(masked.apply(variablesOfMasked, batch)))
        .isNotEqualTo(
            floats(
                masked.apply(
                    variablesOfMasked, Numpy.array(batch.ids()), Numpy.array(batch.mask()))));
  }

  private static float[] floats(Array array) {
    return array.concrete("test").toFloats();
  }

  /** The values of BertForSequenceClassification of Transformers 5.18.0. */
  @Test
  void a_classifier_scores_a_pair_as_the_original_does() {
    var config =
        BertConfig.of(
            JsonValue.parse(
                "config.json",
                """
                {"vocab_size": 20, "hidden_size": 8, "num_hidden_layers": 2,
                 "num_attention_heads": 2, "intermediate_size": 12, "max_position_embeddings": 12,
                 "pad_token_id": 0, "id2label": {"0": "x", "1": "y", "2": "z"},
                 "classifier_dropout": 0.3}
                """));
    var model = BertClassifier.of(config);
    var drawn = RandomWeights.of(model, m -> m.call(pair()));
    var weights = PatternWeights.of(BertWeights.classifierNames(drawn));

    var scores = model.apply(BertWeights.loadClassifier(weights, config), pair());

    assertThat(config.headDropout()).isEqualTo(0.3);
    assertThat(scores.shape()).isEqualTo(Shape.of(1, 3));
    assertThat(floats(scores))
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(0.14233358f, 0.37329626f, -0.72811615f);
  }

  @Test
  void dropout_before_the_head_is_that_of_layers_unless_it_is_given() {
    assertThat(CONFIG.headDropout()).isEqualTo(0.5);
    assertThat(CONFIG.classes()).isEqualTo(2);
  }

  @Test
  void weights_of_a_head_are_named_where_nobody_takes_them() {
    var classifier = RandomWeights.of(BertClassifier.of(CONFIG), m -> m.call(pair()));
    var weights = NamedArrays.of(BertWeights.classifierNames(classifier));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> BertWeights.load(weights, CONFIG))
        .withMessageContaining(
            "The model has no variables for the weights [\"classifier.bias\", "
                + "\"classifier.weight\"], which belong to a head. Load them with the head, or "
                + "leave them out with weights.filter(name -> name.startsWith(\"bert.\")).");
    var own = BertWeights.load(weights.filter(name -> name.startsWith("bert.")), CONFIG);
    assertThat(own.params().get("pooler", "bias").toFloats())
        .isEqualTo(classifier.params().get("bert", "pooler", "bias").toFloats());
    RandomWeights.assertSurvive(
        classifier, BertWeights::classifierNames, w -> BertWeights.loadClassifier(w, CONFIG));
  }
}

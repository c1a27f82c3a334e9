package io.cambric.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.models.bart.Bart;
import io.cambric.models.bart.BartConfig;
import io.cambric.models.bart.BartWeights;
import io.cambric.models.bert.BertConfig;
import io.cambric.models.bert.BertMaskedLm;
import io.cambric.models.bert.BertWeights;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.gpt2.Gpt2Weights;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.models.llama.LlamaWeights;
import io.cambric.models.t5.T5;
import io.cambric.models.t5.T5Config;
import io.cambric.models.t5.T5Weights;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A second table with values of its own is not tied, as in Transformers 5.18.0. */
class TiedWeightsTest {

  private static final int VOCABULARY = 7;
  private static final NdArray TOKENS = NdArray.ofInts(Shape.of(1, 3), 1, 5, 2);
  private static final NdArray MASK = NdArray.ofInts(Shape.of(1, 3), 1, 1, 1);

  private static final Gpt2Config GPT2 = Gpt2Config.ofSize(VOCABULARY, 6, 4, 1, 2);
  private static final LlamaConfig LLAMA =
      LlamaConfig.ofSize(VOCABULARY, 6, 4, 1, 2, 1).withTieWordEmbeddings(true);
  private static final T5Config T5_CONFIG =
      T5Config.of(
          JsonValue.parse(
              "t5",
              """
              {"vocab_size": 7, "d_model": 4, "d_kv": 2, "d_ff": 4, "num_layers": 1, "num_heads": 2}\
              """));
  private static final BartConfig BART =
      BartConfig.of(
          JsonValue.parse(
              "bart",
              """
              {"vocab_size": 7, "d_model": 4, "encoder_layers": 1, "decoder_layers": 1,
               "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 4,
               "decoder_ffn_dim": 4, "max_position_embeddings": 8}\
              """));
  private static final BertConfig BERT =
      BertConfig.of(
          JsonValue.parse(
              "bert",
              """
              {"vocab_size": 7, "hidden_size": 4, "num_hidden_layers": 1, "num_attention_heads": 2,
               "intermediate_size": 4, "max_position_embeddings": 8}\
              """));

  /**
   * A model whose configuration ties its head.
   *
   * @param weights those of a file without a head
   * @param load of a file
   * @param logits of variables
   */
  private record Tied(
      String name,
      String table,
      String head,
      Map<String, NdArray> weights,
      Function<Map<String, NdArray>, Variables> load,
      Function<Variables, Array> logits) {

    private Array logitsOf(Map<String, NdArray> file) {
      return logits.apply(load.apply(file));
    }

    private Map<String, NdArray> with(String copy, Array values) {
      var all = new LinkedHashMap<>(weights);
      all.put(copy, values.concrete("test"));
      return all;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Tied> models() {
    var gpt2 = Gpt2.of(GPT2);
    var llama = Llama.of(LLAMA);
    var bert = BertMaskedLm.of(BERT);
    return Stream.of(
        new Tied(
            "gpt2",
            "transformer.wte.weight",
            "lm_head.weight",
            Gpt2Weights.export(RandomWeights.of(gpt2, m -> m.call(TOKENS)), GPT2),
            file -> Gpt2Weights.load(file, GPT2),
            variables -> gpt2.apply(variables, (Gpt2 m) -> m.call(TOKENS))),
        new Tied(
            "llama",
            "model.embed_tokens.weight",
            "lm_head.weight",
            LlamaWeights.export(RandomWeights.of(llama, m -> m.call(TOKENS)), LLAMA),
            file -> LlamaWeights.load(file, LLAMA),
            variables -> llama.apply(variables, (Llama m) -> m.call(TOKENS))),
        t5(),
        bart(),
        new Tied(
            "bert",
            "bert.embeddings.word_embeddings.weight",
            "cls.predictions.decoder.weight",
            BertWeights.maskedLmNames(RandomWeights.of(bert, m -> m.call(TOKENS, MASK))),
            file -> BertWeights.loadMaskedLm(file, BERT),
            variables -> bert.apply(variables, m -> m.call(TOKENS, MASK))));
  }

  private static Tied t5() {
    var model = T5.of(T5_CONFIG);
    return new Tied(
        "t5",
        "shared.weight",
        "lm_head.weight",
        T5Weights.names(
            RandomWeights.of(model, m -> m.call(TOKENS, MASK, TOKENS, false)), T5_CONFIG),
        file -> T5Weights.load(file, T5_CONFIG),
        variables -> model.apply(variables, m -> m.call(TOKENS, MASK, TOKENS, false)));
  }

  private static Tied bart() {
    var model = Bart.of(BART);
    return new Tied(
        "bart",
        "model.shared.weight",
        "lm_head.weight",
        BartWeights.names(RandomWeights.of(model, m -> m.call(TOKENS, MASK, TOKENS, false))),
        file -> BartWeights.load(file, BART),
        variables -> model.apply(variables, m -> m.call(TOKENS, MASK, TOKENS, false)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void a_head_with_values_of_its_own_scores_tokens(Tied model) {
    assertThat(model.weights()).doesNotContainKey(model.head());
    var table = model.weights().get(model.table());
    var tied = model.logitsOf(model.weights());
    // Rows in another order give the same scores in that order.
    var flipped = model.logitsOf(model.with(model.head(), Numpy.flip(table, 0)));
    var bias = bias(model, model.logitsOf(model.with(model.head(), Numpy.zerosLike(table))));
    assertThat(Numpy.allclose(flipped.sub(bias), Numpy.flip(tied.sub(bias), -1), 1e-4, 1e-5).item())
        .isEqualTo(1);
    assertThat(Numpy.allclose(flipped, tied, 1e-4, 1e-5).item()).isEqualTo(0);
  }

  /** Scores of a head of zeros are what is added to scores. */
  private static Array bias(Tied model, Array scores) {
    var same = scores.get("0, 0");
    assertThat(Numpy.allclose(scores, same, 0, 0).item()).as(model.name()).isEqualTo(1);
    return same;
  }

  @ParameterizedTest
  @MethodSource("models")
  void a_head_that_is_a_copy_of_the_table_is_none(Tied model) {
    var copy = model.with(model.head(), model.weights().get(model.table()));
    var variables = model.load().apply(copy);
    assertThat(variables.params().paths())
        .noneMatch(path -> path.matches("/?(lm_head|decoder)/kernel"));
    assertThat(model.logits().apply(variables).concrete("test").toFloats())
        .isEqualTo(model.logitsOf(model.weights()).concrete("test").toFloats());
  }

  @Test
  void a_bias_of_the_head_of_bert_comes_before_its_other_name() {
    var model = models().filter(each -> each.name().equals("bert")).findFirst().orElseThrow();
    var bias = Random.normal(Key.of(4), Shape.of(VOCABULARY));
    var first = model.logitsOf(model.with("cls.predictions.decoder.bias", bias));
    var other = new HashMap<>(model.weights());
    other.put("cls.predictions.bias", bias.concrete("test"));
    assertThat(first.concrete("test").toFloats())
        .isEqualTo(model.logitsOf(other).concrete("test").toFloats());
  }

  @Test
  void another_table_of_an_encoder_is_refused() {
    var table = Random.normal(Key.of(4), Shape.of(VOCABULARY, 4));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> t5().logitsOf(t5().with("encoder.embed_tokens.weight", table)))
        .withMessage(
            "Encoder and decoder need the same embedding, but encoder.embed_tokens.weight "
                + "differs from shared.weight. Leave out one of them if it is not trained.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> bart().logitsOf(bart().with("model.decoder.embed_tokens.weight", table)))
        .withMessageContaining(
            "model.decoder.embed_tokens.weight differs from model.shared.weight");
  }
}

package io.cambric.models.seq2seq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.json.JsonValue;
import io.cambric.models.bart.Bart;
import io.cambric.models.bart.BartConfig;
import io.cambric.models.bart.BartWeights;
import io.cambric.models.pretrained.RandomWeights;
import io.cambric.models.t5.T5;
import io.cambric.models.t5.T5Config;
import io.cambric.models.t5.T5Weights;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class GreedyDecoderTest {

  private static final T5Config T5_CONFIG =
      T5Config.of(
          JsonValue.parse(
              "config.json",
              """
              {"vocab_size": 13, "d_model": 8, "d_kv": 3, "d_ff": 10, "num_layers": 1,
               "num_decoder_layers": 2, "num_heads": 2, "relative_attention_num_buckets": 4,
               "relative_attention_max_distance": 5, "feed_forward_proj": "gated-gelu",
               "tie_word_embeddings": false}\
              """));

  private static final BartConfig BART_CONFIG =
      BartConfig.of(
          JsonValue.parse(
              "config.json",
              """
              {"vocab_size": 13, "d_model": 8, "encoder_layers": 1, "decoder_layers": 2,
               "encoder_attention_heads": 2, "decoder_attention_heads": 4, "encoder_ffn_dim": 10,
               "decoder_ffn_dim": 9, "max_position_embeddings": 9, "scale_embedding": true,
               "pad_token_id": 1}\
              """));

  private static final Array TOKENS = ints(2, 3, 4, 5, 6, 7, 1);
  private static final Array MASK = ints(2, 1, 1, 1, 1, 1, 0);
  private static final Array PROMPT = ints(2, 2, 8, 2, 9);

  private static Array ints(int rows, int... values) {
    return NdArray.ofInts(Shape.of(rows, values.length / rows), values);
  }

  private static Variables t5() {
    return RandomWeights.of(T5.of(T5_CONFIG), m -> m.call(TOKENS, MASK, PROMPT, false));
  }

  private static Variables bart() {
    return RandomWeights.of(Bart.of(BART_CONFIG), m -> m.call(TOKENS, MASK, PROMPT, false));
  }

  @Test
  void tokens_with_a_cache_are_those_of_whole_passes() {
    var t5 = T5.of(T5_CONFIG);
    var written = GreedyDecoder.of(t5).generate(t5(), TOKENS, MASK, PROMPT, 6);
    var all = Numpy.concatenate(List.of(PROMPT, written.tokens()), 1);
    var logits = t5.apply(t5(), m -> m.call(TOKENS, MASK, all, false)).get(":, 1:-1");
    assertThat(Numpy.allclose(written.logits(), logits, 1e-4, 1e-5).item()).isEqualTo(1);
    assertThat(written.tokens().concrete("test").toInts())
        .isEqualTo(logits.argmax(-1).concrete("test").toInts());

    var bart = Bart.of(BART_CONFIG);
    var other = GreedyDecoder.of(bart).generate(bart(), TOKENS, MASK, PROMPT, 6);
    var rest = Numpy.concatenate(List.of(PROMPT, other.tokens()), 1);
    var scores = bart.apply(bart(), m -> m.call(TOKENS, MASK, rest, false)).get(":, 1:-1");
    assertThat(Numpy.allclose(other.logits(), scores, 1e-4, 1e-5).item()).isEqualTo(1);
  }

  @Test
  void a_sequence_is_filled_up_behind_its_end() {
    var t5 = T5.of(T5_CONFIG);
    var free = GreedyDecoder.of(t5).generate(t5(), TOKENS, MASK, PROMPT, 5).tokens();
    int end = free.get(0, 1).concrete("test").toInts()[0];

    var written =
        GreedyDecoder.of(t5).withEnd(end, 12).generate(t5(), TOKENS, MASK, PROMPT, 5).tokens();

    int[] row = written.get(0).concrete("test").toInts();
    int at = 0;
    while (row[at] != end) {
      at++;
    }
    assertThat(at).isLessThan(2);
    for (int i = at + 1; i < row.length; i++) {
      assertThat(row[i]).isEqualTo(12);
    }
  }

  @Test
  void no_tokens_and_more_than_there_are_positions_are_refused() {
    var bart = GreedyDecoder.of(Bart.of(BART_CONFIG));

    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> bart.generate(bart(), TOKENS, MASK, PROMPT, 0))
        .withMessageContaining(
            "Greedy decoding needs at least 1 new token, but got 0. Request more.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> bart.generate(bart(), TOKENS, MASK, PROMPT, 20))
        .withMessageContaining(
            "BART needs sequences of at most 9 tokens, its number of positions, but got 21. "
                + "Truncate them.");
  }

  @Test
  void weights_survive_under_the_names_of_hugging_face() {
    RandomWeights.assertSurvive(
        t5(), v -> T5Weights.names(v, T5_CONFIG), w -> T5Weights.load(w, T5_CONFIG));
    RandomWeights.assertSurvive(bart(), BartWeights::names, w -> BartWeights.load(w, BART_CONFIG));
  }

  @Test
  void an_older_configuration_says_by_its_tied_table_whether_states_are_scaled() {
    assertThat(T5_CONFIG.scaled()).isFalse();
    assertThat(T5_CONFIG.tied()).isFalse();
    assertThat(T5_CONFIG.gated()).isTrue();
  }

  @Test
  void a_head_that_a_file_lacks_is_the_table_of_tokens() {
    var names = new HashMap<>(T5Weights.names(t5(), T5_CONFIG));
    names.remove("lm_head.weight");

    var loaded = T5Weights.load(names, T5_CONFIG);

    assertThat(loaded.params().get("lm_head", "kernel").transpose().concrete("test").toFloats())
        .isEqualTo(loaded.params().get("shared", "embedding").toFloats());
  }
}

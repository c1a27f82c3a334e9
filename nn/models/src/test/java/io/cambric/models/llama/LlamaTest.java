package io.cambric.models.llama;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.decoder.Decoding;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class LlamaTest {

  private static final LlamaConfig CONFIG =
      LlamaConfig.ofSize(19, 200, 16, 2, 4, 2).withInitializerRange(0.4);

  private static Variables variables(LlamaConfig config) {
    return Llama.of(config).init(Key.of(1), (Llama m) -> m.call(Decoding.tokens(1, 4, 19)));
  }

  private static Array logits(LlamaConfig config, Variables variables, Array tokens) {
    return Llama.of(config).apply(variables, (Llama m) -> m.call(tokens));
  }

  @Test
  void tokens_read_with_a_cache_have_the_logits_of_one_pass() {
    for (var config :
        new LlamaConfig[] {
          CONFIG,
          CONFIG.withNumKeyValueHeads(1).withHeadDim(6).withTieWordEmbeddings(true),
          CONFIG.withSlidingWindow(3),
          CONFIG.withAttentionBias(true).withMlpBias(true)
        }) {
      Decoding.cacheAgreesWithOnePass(Llama.of(config), variables(config), 4, 8);
    }
  }

  @Test
  void long_sequences_have_the_logits_that_they_have_token_by_token() {
    for (var config : new LlamaConfig[] {CONFIG, CONFIG.withSlidingWindow(20)}) {
      Decoding.cacheAgreesWithOnePass(Llama.of(config), variables(config), 142, 144);
    }
  }

  @Test
  void padding_in_front_changes_nothing() {
    for (var config : new LlamaConfig[] {CONFIG, CONFIG.withSlidingWindow(3)}) {
      Decoding.paddingInFrontChangesNothing(Llama.of(config), variables(config), 6, 3);
    }
  }

  @Test
  void a_window_counts_the_token_itself() {
    var config = CONFIG.withNumHiddenLayers(1).withSlidingWindow(3);
    var variables = variables(config);
    var tokens = Decoding.tokens(1, 6, 19);
    Array logits = logits(config, variables, tokens);
    for (int changed = 0; changed < 6; changed++) {
      var row = tokens.toInts();
      row[changed] = (row[changed] + 1) % 19;
      Array other = logits(config, variables, NdArray.ofInts(tokens.shape(), row));
      for (int at = 0; at < 6; at++) {
        boolean seen = changed <= at && changed > at - 3;
        assertThat(Decoding.same(other.get(0, at), logits.get(0, at))).isEqualTo(!seen);
      }
    }
  }

  @Test
  void shared_heads_are_those_of_repeated_keys_and_values() {
    var variables = variables(CONFIG);
    var full = CONFIG.withNumKeyValueHeads(4);
    var repeated = new LinkedHashMap<String, Array>();
    LlamaWeights.export(variables, CONFIG)
        .forEach((name, array) ->
            repeated.put(
                name,
                name.contains("k_proj") || name.contains("v_proj")
                    ? Numpy.repeat(array.reshape(2, 4, 16), 2, 0).reshape(16, 16)
                    : array));
    var tokens = Decoding.tokens(2, 7, 19);
    Decoding.close(
        logits(full, LlamaWeights.load(repeated, full), tokens), logits(CONFIG, variables, tokens));
  }

  @Test
  void weights_that_are_exported_load_as_themselves() {
    for (var config :
        new LlamaConfig[] {
          CONFIG, CONFIG.withTieWordEmbeddings(true).withAttentionBias(true).withMlpBias(true)
        }) {
      var variables = variables(config);
      var exported = LlamaWeights.export(variables, config);
      assertThat(exported.containsKey("lm_head.weight")).isNotEqualTo(config.tieWordEmbeddings());
      assertThat(exported.keySet())
          .contains("model.embed_tokens.weight", "model.layers.1.mlp.gate_proj.weight");
      assertThat(Decoding.same(LlamaWeights.load(exported, config), variables)).isTrue();
    }
  }

  @Test
  void names_without_prefix_and_frequencies_of_older_files_are_read() {
    var config = CONFIG.withTieWordEmbeddings(true);
    var variables = variables(config);
    var older = new LinkedHashMap<String, Array>();
    LlamaWeights.export(variables, config)
        .forEach((name, array) -> older.put(name.replace("model.", ""), array));
    older.put("layers.0.self_attn.rotary_emb.inv_freq", Numpy.ones(2));
    assertThat(Decoding.same(LlamaWeights.load(older, config), variables)).isTrue();
  }

  @Test
  void half_precision_stays_near_full_precision() {
    var variables = variables(CONFIG);
    var halves = new LinkedHashMap<String, Array>();
    LlamaWeights.export(variables, CONFIG)
        .forEach((name, array) -> halves.put(name, array.astype(DType.F16)));
    var tokens = Decoding.tokens(1, 6, 19);
    var logits = logits(CONFIG, LlamaWeights.load(halves, CONFIG), tokens);
    assertThat(logits.dtype()).isEqualTo(DType.F16);
    double off = Numpy.abs(logits.sub(logits(CONFIG, variables, tokens))).max().item();
    assertThat(off).isLessThan(0.05);
    Decoding.halvesAreKeptInTheCache(Llama.of(CONFIG), LlamaWeights.load(halves, CONFIG));
  }

  @Test
  void attention_weights_are_dropped_in_training_only() {
    var config = CONFIG.withAttentionDropout(0.5);
    var variables = variables(config);
    var tokens = Decoding.tokens(2, 6, 19);
    Array plain = logits(config, variables, tokens);
    Array trained =
        Llama.of(config)
            .apply(
                variables,
                ApplyOptions.rng("dropout", Key.of(1)),
                (Llama m) -> m.call(tokens, true))
            .output();
    assertThat(Decoding.same(trained, plain)).isFalse();
    Array evaluated = Llama.of(config).apply(variables, (Llama m) -> m.call(tokens, false));
    assertThat(Decoding.same(evaluated, plain)).isTrue();
  }
}

package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.Decoding;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.models.llama.Llama;
import io.cambric.models.llama.LlamaConfig;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GeneratorTest {

  private static final int STEPS = 7;
  private static final Gpt2 MODEL =
      Gpt2.of(Gpt2Config.ofSize(19, 40, 12, 2, 3).withInitializerRange(0.6));
  private static final Variables VARIABLES =
      MODEL.init(Key.of(1), (Gpt2 m) -> m.call(Decoding.tokens(1, 4, 19)));
  private static final Generator GENERATOR = Generator.of(MODEL).withMaxTokens(STEPS);
  private static final List<Integer> PROMPT = List.of(4, 9, 2, 11);
  private static final List<Integer> SHORT = List.of(7, 3);

  /** Greedy generation without a cache: all tokens again for each new one. */
  private static List<Integer> plain(List<Integer> prompt, double penalty) {
    var tokens = new ArrayList<>(prompt);
    for (int i = 0; i < STEPS; i++) {
      var ids = Decoding.row(tokens);
      Array logits = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(ids));
      int best = 0;
      double largest = Double.NEGATIVE_INFINITY;
      for (int token = 0; token < 19; token++) {
        double logit = logits.get(0, tokens.size() - 1, token).item();
        if (tokens.contains(token)) {
          logit = logit > 0 ? logit / penalty : logit * penalty;
        }
        if (logit > largest) {
          largest = logit;
          best = token;
        }
      }
      tokens.add(best);
    }
    return tokens.subList(prompt.size(), tokens.size());
  }

  private static List<Integer> generate(Generator generator, List<Integer> prompt, long seed) {
    return generator.generate(VARIABLES, List.of(prompt), Key.of(seed)).getFirst();
  }

  @Test
  void greedy_tokens_are_those_of_whole_passes() {
    assertThat(generate(GENERATOR, PROMPT, 0)).isEqualTo(plain(PROMPT, 1));
  }

  @Test
  void a_penalty_counts_tokens_of_prompt_and_text() {
    var penalized = GENERATOR.withSampling(Sampling.greedy().withRepetitionPenalty(3));
    assertThat(generate(penalized, PROMPT, 0))
        .isEqualTo(plain(PROMPT, 3))
        .isNotEqualTo(plain(PROMPT, 1));
  }

  @Test
  void prompts_of_a_batch_may_differ_in_length() {
    assertThat(GENERATOR.generate(VARIABLES, List.of(PROMPT, SHORT), Key.of(0)))
        .containsExactly(plain(PROMPT, 1), plain(SHORT, 1));
  }

  @Test
  void a_sequence_ends_with_its_stop_token_and_others_go_on() {
    var first = plain(PROMPT, 1);
    var second = plain(SHORT, 1);
    int stop =
        first.stream()
            .filter(token -> first.indexOf(token) > 0 && !second.contains(token))
            .findFirst()
            .orElseThrow();
    int end = first.indexOf(stop) + 1;
    var stopping = GENERATOR.withStopTokens(stop, 18);
    assertThat(stopping.generate(VARIABLES, List.of(PROMPT, SHORT), Key.of(0)))
        .containsExactly(first.subList(0, end), second);
    var padded = stopping.withPadToken(5);
    var tokens = Decoding.row(PROMPT);
    var generated = padded.generate(VARIABLES, tokens, Key.of(0));
    assertThat((int) generated.lengths().get(0).item()).isEqualTo(end);
    for (int i = end; i < STEPS; i++) {
      assertThat((int) generated.tokens().get(0, i).item()).isEqualTo(5);
    }
  }

  @Test
  void samples_depend_on_the_key_alone() {
    var sampling = GENERATOR.withSampling(Sampling.of(2).withTopK(15).withTopP(0.99));
    assertThat(generate(sampling, PROMPT, 1)).isEqualTo(generate(sampling, PROMPT, 1));
    assertThat(generate(sampling, PROMPT, 1)).isNotEqualTo(generate(sampling, PROMPT, 2));
  }

  @Test
  void equal_prompts_of_a_batch_are_sampled_apart() {
    var sampling = GENERATOR.withSampling(Sampling.of(2));
    var both = sampling.generate(VARIABLES, List.of(PROMPT, PROMPT), Key.of(1));
    assertThat(both.get(0)).isNotEqualTo(both.get(1));
  }

  @Test
  void a_low_temperature_is_nearly_greedy() {
    var cold = GENERATOR.withSampling(Sampling.of(1e-3));
    assertThat(generate(cold, PROMPT, 3)).isEqualTo(plain(PROMPT, 1));
  }

  @Test
  void logits_are_those_that_tokens_were_chosen_by() {
    var generated = GENERATOR.withLogits(true).generate(VARIABLES, Decoding.row(PROMPT), Key.of(0));
    var all = Numpy.concatenate(List.of(Decoding.row(PROMPT), generated.tokens()), 1);
    Array logits = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(all));
    Decoding.close(Objects.requireNonNull(generated.logits()), logits.get(":, 3:-1"));
    assertThat(GENERATOR.generate(VARIABLES, Decoding.row(PROMPT), Key.of(0)).logits()).isNull();
  }

  @Test
  void one_token_is_enough() {
    assertThat(generate(GENERATOR.withMaxTokens(1), PROMPT, 0))
        .isEqualTo(plain(PROMPT, 1).subList(0, 1));
  }

  @Test
  void a_llama_of_halves_generates_too() {
    var llama =
        Llama.of(
            LlamaConfig.ofSize(19, 40, 16, 2, 4, 1).withSlidingWindow(3).withInitializerRange(0.5));
    Variables full = llama.init(Key.of(1), (Llama m) -> m.call(Decoding.tokens(1, 4, 19)));
    Variables halves = Trees.map(full, (Array leaf) -> leaf.astype(DType.BF16));
    var generated =
        Generator.of(llama).withMaxTokens(5).generate(halves, List.of(PROMPT, SHORT), Key.of(0));
    assertThat(generated).allSatisfy(tokens -> assertThat(tokens).hasSize(5));
  }

  @Test
  void more_positions_than_the_model_has_are_refused() {
    var tokens = Decoding.tokens(1, 4, 19);
    assertThat(GENERATOR.withMaxTokens(37).generate(VARIABLES, tokens, Key.of(0)).tokens().dim(1))
        .isEqualTo(37);
    assertThatThrownBy(() -> GENERATOR.withMaxTokens(38).generate(VARIABLES, tokens, Key.of(0)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "A prompt of 4 tokens and 38 new tokens need 41 positions, but the model has "
                + "40. Shorten the prompt, or generate fewer tokens.");
  }

  @Test
  void prompts_that_are_none_are_refused() {
    assertThatThrownBy(() -> GENERATOR.generate(VARIABLES, List.of(), Key.of(0)))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Generation needs prompts of at least one token, but got none. Begin with the "
                + "model's first token of a text.");
    assertThatThrownBy(() -> generate(GENERATOR, List.of(), 0))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Generation needs prompts of at least one token, but got an empty one. Begin "
                + "with the model's first token of a text.");
    assertThatThrownBy(() -> generate(GENERATOR, List.of(19), 0))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "A prompt needs tokens from 0 to 18, but has 19. Encode the text with the "
                + "model's tokenizer.");
  }

  @Test
  void padding_behind_a_prompt_is_refused() {
    var mask = NdArray.ofInts(Shape.of(1, 4), 1, 1, 1, 0);
    var prompts = DecoderInput.of(Decoding.row(PROMPT), mask);
    assertThatThrownBy(() -> GENERATOR.generate(VARIABLES, prompts, Key.of(0)))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Generation needs prompts padded on the left, but the last column has padding. "
                + "Pad on the left.");
  }

  @Test
  void a_number_of_tokens_below_one_is_refused() {
    assertThatThrownBy(() -> GENERATOR.withMaxTokens(0))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "A generator needs at least 1 new token, but got 0. Pass another number.");
  }
}

package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.models.decoder.Decoding;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.models.gpt2.Gpt2Config;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

  private static final int VOCABULARY = 12;
  private static final Gpt2 MODEL =
      Gpt2.of(Gpt2Config.ofSize(VOCABULARY, 12, 12, 1, 3).withInitializerRange(0.6));
  private static final Variables VARIABLES =
      MODEL.init(Key.of(1), (Gpt2 m) -> m.call(Decoding.tokens(1, 4, VOCABULARY)));
  private static final List<Integer> PROMPT = List.of(4, 9, 2);
  private static final Generator GENERATOR = Generator.of(MODEL).withMaxTokens(1);

  /** {@return probabilities of the first new token, by plain loops} */
  private static double[] expected(double temperature, int topK, double topP) {
    Array logits = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(Decoding.row(PROMPT))).get("0, -1");
    var weights = new double[VOCABULARY];
    for (int i = 0; i < VOCABULARY; i++) {
      weights[i] = Math.exp(logits.get(i).item() / temperature);
    }
    var order = new ArrayList<>(IntStream.range(0, VOCABULARY).boxed().toList());
    order.sort(Comparator.comparingDouble(i -> -weights[i]));
    double sum = order.subList(0, topK).stream().mapToDouble(i -> weights[i]).sum();
    Set<Integer> kept = new HashSet<>();
    double reached = 0;
    for (int i : order.subList(0, topK)) {
      if (reached < topP) {
        kept.add(i);
      }
      reached += weights[i] / sum;
    }
    double all = kept.stream().mapToDouble(i -> weights[i]).sum();
    return IntStream.range(0, VOCABULARY)
        .mapToDouble(i -> kept.contains(i) ? weights[i] / all : 0)
        .toArray();
  }

  private static double[] frequencies(Generator generator, long seed, int draws) {
    var one = Decoding.row(PROMPT);
    var rows = Numpy.broadcastTo(one, Shape.of(draws, PROMPT.size())).astype(DType.I32);
    var drawn = generator.generate(VARIABLES, rows, Key.of(seed)).tokens().concrete("drawn");
    var counts = new double[VOCABULARY];
    for (int i = 0; i < drawn.dim(0); i++) {
      counts[(int) drawn.getDouble(i)] += 1.0 / drawn.dim(0);
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void tokens_are_drawn_as_often_as_they_are_probable(long seed) {
    var generator = GENERATOR.withSampling(Sampling.of(0.8).withTopK(5).withTopP(0.9));
    assertThat(frequencies(generator, seed, 4000))
        .containsExactly(expected(0.8, 5, 0.9), within(0.03));
  }

  @Test
  void several_texts_of_a_prompt_are_drawn_apart() {
    var generator =
        GENERATOR
            .withSampling(Sampling.of(0.8))
            .withSettings(settings -> settings.withNumReturnSequences(4000));
    assertThat(frequencies(generator, 3, 1))
        .containsExactly(expected(0.8, VOCABULARY, 1), within(0.03));
  }

  /** The first of a sample without replacement is drawn as often as it is probable. */
  @Test
  void a_beam_search_with_sampling_draws_candidates_without_replacement() {
    var generator =
        GENERATOR
            .withSampling(Sampling.of(1))
            .withBeams(Beams.of(2))
            .withSettings(settings -> settings.withNumReturnSequences(2));
    var one = Decoding.row(PROMPT);
    var rows = Numpy.broadcastTo(one, Shape.of(2000, PROMPT.size())).astype(DType.I32);
    var texts = generator.generate(VARIABLES, rows, Key.of(5)).toLists();
    var probable = expected(1, VOCABULARY, 1);
    var drawn = new double[VOCABULARY];
    for (int i = 0; i < texts.size(); i += 2) {
      int first = texts.get(i).getFirst();
      int second = texts.get(i + 1).getFirst();
      assertThat(first).isNotEqualTo(second);
      drawn[first] += 1.0 / 2000;
      drawn[second] += 1.0 / 2000;
    }
    var expected = new double[VOCABULARY];
    for (int a = 0; a < VOCABULARY; a++) {
      for (int b = 0; b < VOCABULARY; b++) {
        if (a != b) {
          double both = probable[a] * probable[b] / (1 - probable[a]);
          expected[a] += both;
          expected[b] += both;
        }
      }
    }
    assertThat(drawn).containsExactly(expected, within(0.04));
  }

  @Test
  void one_candidate_is_the_most_probable_one() {
    var greedy = GENERATOR.generate(VARIABLES, List.of(PROMPT), Key.of(0));
    for (var sampling : List.of(Sampling.of(5).withTopK(1), Sampling.of(5).withTopP(1e-9))) {
      for (int seed = 0; seed < 5; seed++) {
        assertThat(
                GENERATOR.withSampling(sampling).generate(VARIABLES, List.of(PROMPT), Key.of(seed)))
            .isEqualTo(greedy);
      }
    }
  }

  @Test
  void numbers_out_of_range_are_refused() {
    assertThatThrownBy(() -> Sampling.of(-1))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "Sampling needs a temperature of at least 0, but got -1.0. Pass another value.");
    assertThatThrownBy(() -> Sampling.of(1).withTopK(-1))
        .hasMessageStartingWith(
            "Sampling needs a topK of at least 0, but got -1. Pass another value.");
    assertThatThrownBy(() -> Sampling.of(1).withTopP(0))
        .hasMessageStartingWith(
            "Sampling needs a topP above 0 and at most 1, but got 0.0. Pass another value.");
    assertThatThrownBy(() -> Sampling.of(1).withRepetitionPenalty(0))
        .hasMessageStartingWith(
            "Sampling needs a repetitionPenalty above 0, but got 0.0. Pass another value.");
    assertThatThrownBy(() -> Sampling.of(1).withMinP(2))
        .hasMessageStartingWith(
            "Sampling needs a minP from 0 to 1, but got 2.0. Pass another value.");
  }

  @Test
  void settings_that_exclude_each_other_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> GENERATOR.withSettings(s -> s.withNumReturnSequences(2)))
        .withMessageStartingWith(
            "Generation of 2 texts for each prompt needs sampling, or as many beams, but got");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> GENERATOR.withLogits(true).withBeams(Beams.of(2)))
        .withMessageStartingWith(
            "Logits of each token are not available in a beam search, but got Beams[");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Beams.of(0))
        .withMessageStartingWith(
            "A beam search needs at least 1 beam and a finite lengthPenalty, but got 0 and 1.0.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> TokenRules.none().withNoRepeatNgramSize(-1))
        .withMessageStartingWith(
            "Token rules need a noRepeatNgramSize of at least 0, but got -1. Pass another value.");
  }

  @Test
  void rules_for_tokens_that_there_are_not_and_prompts_without_room_are_refused() {
    var rules = TokenRules.none().withBadWordsIds(List.of(List.of(3, VOCABULARY)));
    var prompt = NdArray.ofInts(Shape.of(1, 2), 3, 4);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> GENERATOR.withRules(rules).generate(VARIABLES, prompt, Key.of(0)))
        .withMessageStartingWith(
            "Token rules need tokens from 0 to 11 in badWordsIds, but have 12. Use tokens "
                + "of the model's tokenizer.");
    var brief = GENERATOR.withSettings(s -> s.withLength(new TextLength(2, true, 0, 0)));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> brief.generate(VARIABLES, prompt, Key.of(0)))
        .withMessageStartingWith(
            "A text of at most 2 tokens, including its prompt, needs a shorter prompt than "
                + "one of 2 tokens. Shorten the prompt, or raise the length.");
  }
}

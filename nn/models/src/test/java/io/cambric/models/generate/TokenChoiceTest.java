package io.cambric.models.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.random.Random;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenChoiceTest {

  private static final int VOCABULARY = 12;
  private static final Array LOGITS = Random.normal(Key.of(4), Shape.of(3, VOCABULARY)).mul(2);

  /** {@return probabilities of all tokens of a row, 0 for those that are out} */
  private static double[] probabilities(Sampling sampling, int row) {
    var candidates = TokenChoice.of(sampling).candidates(LOGITS);
    var probabilities = new double[VOCABULARY];
    double sum = 0;
    for (int i = 0; i < candidates.logits().dim(1); i++) {
      double weight = Math.exp(candidates.logits().get(row, i).item());
      probabilities[(int) candidates.tokens().get(row, i).item()] = weight;
      sum += weight;
    }
    for (int i = 0; i < VOCABULARY; i++) {
      probabilities[i] /= sum;
    }
    return probabilities;
  }

  /** The same by plain loops. */
  private static double[] expected(Sampling sampling, int row) {
    var weights = new double[VOCABULARY];
    for (int i = 0; i < VOCABULARY; i++) {
      weights[i] = Math.exp(LOGITS.get(row, i).item() / sampling.temperature());
    }
    var order = new ArrayList<>(IntStream.range(0, VOCABULARY).boxed().toList());
    order.sort(Comparator.comparingDouble(i -> -weights[i]));
    int count = sampling.topK() == 0 ? VOCABULARY : Math.min(VOCABULARY, sampling.topK());
    double sum = order.subList(0, count).stream().mapToDouble(i -> weights[i]).sum();
    Set<Integer> kept = new HashSet<>();
    double reached = 0;
    for (int i : order.subList(0, count)) {
      if (reached < sampling.topP()) {
        kept.add(i);
      }
      reached += weights[i] / sum;
    }
    double all = kept.stream().mapToDouble(i -> weights[i]).sum();
    return IntStream.range(0, VOCABULARY)
        .mapToDouble(i -> kept.contains(i) ? weights[i] / all : 0)
        .toArray();
  }

  @Test
  void candidates_are_those_of_plain_loops() {
    for (var sampling :
        List.of(
            Sampling.of(1),
            Sampling.of(0.7),
            Sampling.of(1.3).withTopK(4),
            Sampling.of(1).withTopK(100),
            Sampling.of(0.9).withTopP(0.8),
            Sampling.of(1).withTopP(1e-6),
            Sampling.of(1.1).withTopK(5).withTopP(0.6))) {
      for (int row = 0; row < 3; row++) {
        assertThat(probabilities(sampling, row))
            .as("%s row %d", sampling, row)
            .containsExactly(expected(sampling, row), within(1e-5));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void tokens_are_drawn_as_often_as_they_are_probable(long seed) {
    var sampling = Sampling.of(0.8).withTopK(5).withTopP(0.9);
    int draws = 4000;
    var choice = TokenChoice.of(sampling);
    var row = Numpy.broadcastTo(LOGITS.get(1), Shape.of(draws, VOCABULARY));
    var drawn = choice.choose(row, Key.of(seed)).concrete("drawn");
    var counts = new double[VOCABULARY];
    for (int i = 0; i < draws; i++) {
      counts[(int) drawn.getDouble(i)] += 1.0 / draws;
    }
    assertThat(counts).containsExactly(expected(sampling, 1), within(0.03));
  }

  @Test
  void the_most_probable_token_is_always_drawn_from_one_candidate_and_greedily() {
    var largest = LOGITS.argmax(-1);
    for (var sampling :
        List.of(Sampling.greedy(), Sampling.of(5).withTopK(1), Sampling.of(5).withTopP(1e-9))) {
      for (int seed = 0; seed < 5; seed++) {
        var chosen = TokenChoice.of(sampling).choose(LOGITS, Key.of(seed));
        assertThat(chosen.eq(largest).all().item()).isEqualTo(1);
      }
    }
  }

  @Test
  void a_penalty_makes_tokens_less_probable_that_have_been_there() {
    var logits = NdArray.of(Shape.of(1, 3), 2f, -2f, 2f);
    var seen = NdArray.ofInts(Shape.of(1, 3), 1, 1, 0).astype(DType.BOOL);
    var choice = TokenChoice.of(Sampling.greedy().withRepetitionPenalty(4));
    var penalized = choice.penalized(logits, seen);
    assertThat(penalized.concrete("penalized").toFloats()).containsExactly(0.5f, -8f, 2f);
    assertThat(choice.choose(penalized, Key.of(0)).item()).isEqualTo(2);
  }

  @Test
  void numbers_out_of_range_are_refused() {
    assertThatThrownBy(() -> Sampling.of(-1))
        .isInstanceOf(HyperparameterException.class)
        .hasMessageStartingWith(
            "Sampling needs a temperature from 0 on, but got -1.0. Choose another.");
    assertThatThrownBy(() -> Sampling.of(1).withTopK(-1))
        .hasMessageStartingWith("Sampling needs a topK from 0 on, but got -1. Choose another.");
    assertThatThrownBy(() -> Sampling.of(1).withTopP(0))
        .hasMessageStartingWith(
            "Sampling needs a topP above 0 and at most 1, but got 0.0. Choose another.");
    assertThatThrownBy(() -> Sampling.of(1).withRepetitionPenalty(0))
        .hasMessageStartingWith(
            "Sampling needs a repetitionPenalty above 0, but got 0.0. Choose another.");
  }
}

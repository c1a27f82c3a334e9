package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.random.Random;

/**
 * A {@link Sampling} as the program needs it. Numbers are arrays, so that another number needs no
 * other program; the parts of the computation and the number of candidates are static.
 *
 * @param greedy whether the largest logit decides
 * @param topK number of candidates; 0 for all
 * @param hasTopP whether the candidates are limited by their probability
 * @param penalizes whether repetition is penalised
 */
@PyTree
record TokenChoice(
    @Static boolean greedy,
    @Static int topK,
    @Static boolean hasTopP,
    @Static boolean penalizes,
    Array temperature,
    Array topP,
    Array penalty) {

  /**
   * Candidates, in descending order if they are not all tokens.
   *
   * @param logits {@code [batch, candidates]}, minus infinity for those that are out
   * @param tokens {@code [batch, candidates]}
   */
  record Candidates(Array logits, Array tokens) {}

  static TokenChoice of(Sampling sampling) {
    return new TokenChoice(
        sampling.isGreedy(),
        sampling.isGreedy() ? 0 : sampling.topK(),
        !sampling.isGreedy() && sampling.topP() < 1,
        sampling.repetitionPenalty() != 1,
        scalar(sampling.isGreedy() ? 1 : sampling.temperature()),
        scalar(sampling.topP()),
        scalar(sampling.repetitionPenalty()));
  }

  private static Array scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  /**
   * {@return the token of each sequence, i32 {@code [batch]}}
   *
   * @param logits {@code [batch, vocabulary]}
   */
  Array choose(Array logits, Key key) {
    if (greedy) {
      return logits.argmax(-1).astype(DType.I32);
    }
    var candidates = candidates(logits);
    var place = Numpy.expandDims(Random.categorical(key, candidates.logits()), -1);
    var chosen = Numpy.takeAlongAxis(candidates.tokens(), place, -1);
    return Numpy.squeeze(chosen, -1).astype(DType.I32);
  }

  /** {@return the logits of f32 with tokens that have been there less probable} */
  Array penalized(Array logits, Array seen) {
    var lower = Numpy.where(logits.gt(0), logits.div(penalty), logits.mul(penalty));
    return Numpy.where(seen, lower, logits);
  }

  Candidates candidates(Array logits) {
    int vocabulary = logits.dim(-1);
    var scaled = logits.div(temperature);
    boolean all = topK == 0 || topK >= vocabulary;
    if (all && !hasTopP) {
      return new Candidates(scaled, Numpy.broadcastTo(Numpy.arange(vocabulary), logits.shape()));
    }
    var sorted = Lax.topK(scaled, all ? vocabulary : topK);
    var values = sorted.get(0);
    return new Candidates(hasTopP ? withinTopP(values) : values, sorted.get(1));
  }

  /** A candidate is in if those before it do not reach the probability; so the first always is. */
  private Array withinTopP(Array descending) {
    var probabilities = Activations.softmax(descending);
    var before = Numpy.cumsum(probabilities, -1).sub(probabilities);
    var out = NdArray.scalar(DType.F32, Double.NEGATIVE_INFINITY);
    return Numpy.where(before.lt(topP), descending, out);
  }
}

package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/**
 * Makes tokens that occurred before less probable. Positive logits are divided, negative ones
 * multiplied, once for each token.
 *
 * @param penalty above 0; below 1 makes them more probable
 * @param ignored number of columns in front that do not count
 * @see <a href="https://arxiv.org/abs/1909.05858">Keskar et al., 2019</a>
 */
@PyTree
public record RepetitionPenalty(Array penalty, @Static int ignored) implements LogitsProcessor {

  /** {@return a penalty for all tokens, including the prompt} */
  public static RepetitionPenalty of(double penalty) {
    return of(penalty, 0);
  }

  /** {@return a penalty for all tokens after the first columns} */
  public static RepetitionPenalty of(double penalty, int ignored) {
    return new RepetitionPenalty(Scalars.ofFloat(penalty), ignored);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var late = Numpy.arange(sequences.columns()).ge(ignored);
    var counts = Numpy.logicalAnd(sequences.counts(), late);
    var seen = Tokens.ofRows(sequences.tokens(), counts, logits.dim(-1));
    return penalized(logits, seen, penalty);
  }

  /** {@return logits with the penalty for the tokens of a mask} */
  static Array penalized(Array logits, Array mask, Array penalty) {
    var lower = Numpy.where(logits.lt(0), logits.mul(penalty), logits.div(penalty));
    return Numpy.where(mask, lower, logits);
  }
}

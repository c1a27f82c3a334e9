package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Makes the end more probable with each token after the first {@code start}: {@code logit + |logit|
 * (factor^(made - start) - 1)}.
 *
 * @param start i32, the number of new tokens from which on it counts
 * @param factor f32
 * @param stops tokens that end a sequence, i32 {@code [count]}
 */
@PyTree
public record LengthPenalty(Array start, Array factor, Array stops) implements LogitsProcessor {

  /** {@return the rule for sequences that end with one of some tokens} */
  public static LengthPenalty of(int start, double factor, List<Integer> stops) {
    return new LengthPenalty(
        Scalars.ofInt(start), Scalars.ofFloat(factor), Scalars.ofTokens(stops));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var behind = sequences.made().sub(start);
    var grown = factor.pow(Numpy.maximum(behind, 0).astype(factor.dtype()));
    var more = logits.add(logits.abs().mul(grown.sub(1)));
    var acts = Numpy.logicalAnd(Tokens.mask(stops, logits.dim(-1)), behind.gt(0));
    return Numpy.where(acts, more, logits);
  }
}

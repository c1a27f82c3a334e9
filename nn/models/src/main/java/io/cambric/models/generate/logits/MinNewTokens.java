package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Keeps a sequence from ending before it has a number of new tokens.
 *
 * @param count i32
 * @param stops tokens that end a sequence, i32 {@code [count]}
 */
@PyTree
public record MinNewTokens(Array count, Array stops) implements LogitsProcessor {

  /** {@return the rule for sequences that end with one of some tokens} */
  public static MinNewTokens of(int count, List<Integer> stops) {
    return new MinNewTokens(Scalars.ofInt(count), Scalars.ofTokens(stops));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var early = sequences.made().lt(count);
    return Tokens.without(logits, Numpy.logicalAnd(Tokens.mask(stops, logits.dim(-1)), early));
  }
}

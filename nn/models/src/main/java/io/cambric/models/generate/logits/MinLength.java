package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Keeps a sequence from ending before it has a length, including the prompt.
 *
 * @param length i32
 * @param stops tokens that end a sequence, i32 {@code [count]}
 */
@PyTree
public record MinLength(Array length, Array stops) implements LogitsProcessor {

  /** {@return the rule for sequences that end with one of some tokens} */
  public static MinLength of(int length, List<Integer> stops) {
    return new MinLength(Scalars.ofInt(length), Scalars.ofTokens(stops));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var early = Numpy.expandDims(sequences.lengths().lt(length), -1);
    return Tokens.without(logits, Numpy.logicalAnd(Tokens.mask(stops, logits.dim(-1)), early));
  }
}

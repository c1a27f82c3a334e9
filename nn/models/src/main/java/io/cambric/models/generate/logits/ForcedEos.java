package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Forces a sequence of the greatest length to end with one of some tokens.
 *
 * @param tokens i32 {@code [count]}
 * @param most i32, the greatest number of new tokens
 */
@PyTree
public record ForcedEos(Array tokens, Array most) implements LogitsProcessor {

  /** {@return the rule for some tokens} */
  public static ForcedEos of(List<Integer> tokens, int most) {
    return new ForcedEos(Scalars.ofTokens(tokens), Scalars.ofInt(most));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var last = sequences.made().eq(most.sub(1));
    return Numpy.where(last, Tokens.only(logits, tokens), logits);
  }
}

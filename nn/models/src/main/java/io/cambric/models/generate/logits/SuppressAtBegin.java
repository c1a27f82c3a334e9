package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Keeps tokens from being the first.
 *
 * @param tokens i32 {@code [count]}
 * @param begin i32, the number of new tokens before the first
 */
@PyTree
public record SuppressAtBegin(Array tokens, Array begin) implements LogitsProcessor {

  /** {@return the rule for some tokens, which may come once there are more than {@code begin}} */
  public static SuppressAtBegin of(List<Integer> tokens, int begin) {
    return new SuppressAtBegin(Scalars.ofTokens(tokens), Scalars.ofInt(begin));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var first = sequences.made().eq(begin);
    return Tokens.without(logits, Numpy.logicalAnd(Tokens.mask(tokens, logits.dim(-1)), first));
  }
}

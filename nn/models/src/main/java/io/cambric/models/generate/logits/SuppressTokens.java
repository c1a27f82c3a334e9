package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import java.util.List;

/**
 * Excludes tokens at all positions.
 *
 * @param tokens i32 {@code [count]}
 */
@PyTree
public record SuppressTokens(Array tokens) implements LogitsProcessor {

  /** {@return the rule for some tokens} */
  public static SuppressTokens of(List<Integer> tokens) {
    return new SuppressTokens(Scalars.ofTokens(tokens));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    return Tokens.without(logits, Tokens.mask(tokens, logits.dim(-1)));
  }
}

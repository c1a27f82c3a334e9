package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;

/**
 * Keeps the tokens with the largest logits, and all ties with the least of them.
 *
 * @param count number of tokens, at least 1
 */
@PyTree
public record TopK(@Static int count) implements LogitsProcessor {

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    return Tokens.without(logits, logits.lt(Best.least(logits, count)));
  }
}

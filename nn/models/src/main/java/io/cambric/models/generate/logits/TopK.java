package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;

/**
 * Keeps the tokens of the largest logits, and all that equal the least of these.
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

package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;

/**
 * Excludes tokens that would repeat a run.
 *
 * @param size number of tokens of a run, at least 1
 */
@PyTree
public record NoRepeatNgram(@Static int size) implements LogitsProcessor {

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    return Ngrams.without(logits, sequences, size, sequences.tokens(), sequences.counts());
  }
}

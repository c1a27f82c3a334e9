package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;

/**
 * Excludes tokens that would repeat a run of the source.
 *
 * @param size number of tokens of a run, at least 1
 */
@PyTree
public record EncoderNoRepeatNgram(@Static int size, SourceTokens source)
    implements LogitsProcessor {

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var all = source.repeated(logits.dim(0));
    return Ngrams.without(logits, sequences, size, all.tokens(), all.counts());
  }
}

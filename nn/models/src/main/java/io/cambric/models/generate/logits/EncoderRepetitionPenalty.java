package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * Makes tokens more probable that the source has; the inverse of {@link RepetitionPenalty}.
 *
 * @param penalty above 0
 */
@PyTree
public record EncoderRepetitionPenalty(Array penalty, Source source) implements LogitsProcessor {

  /** {@return a penalty for tokens that the source does not have} */
  public static EncoderRepetitionPenalty of(double penalty, Source source) {
    return new EncoderRepetitionPenalty(Scalars.ofFloat(1 / penalty), source);
  }

  @Override
  public Array apply(Array logits, Sequences sequences) {
    var all = source.repeated(logits.dim(0));
    return RepetitionPenalty.penalized(logits, all.tokens(), all.counts(), penalty);
  }
}

package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/**
 * Makes tokens of the source more probable; the inverse of {@link RepetitionPenalty}.
 *
 * <p>It applies only to the first text of each source, as in Transformers with one source. The
 * other beams are unchanged.
 *
 * @param penalty above 0
 */
@PyTree
public record EncoderRepetitionPenalty(Array penalty, SourceTokens source)
    implements LogitsProcessor {

  /** {@return a penalty for tokens that the source does not have} */
  public static EncoderRepetitionPenalty of(double penalty, SourceTokens source) {
    return new EncoderRepetitionPenalty(Scalars.ofFloat(1 / penalty), source);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    int rows = logits.dim(0);
    int beams = rows / source.tokens().dim(0);
    var all = source.repeated(rows);
    var shown = Tokens.ofRows(all.tokens(), all.counts(), logits.dim(-1));
    var first = Numpy.expandDims(Numpy.mod(Numpy.arange(rows), beams).eq(0), -1);
    return RepetitionPenalty.penalized(logits, Numpy.logicalAnd(shown, first), penalty);
  }
}

package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Forces the second token of a sequence, such as the one after the start token of a decoder.
 *
 * @param token i32 {@code [1]}
 */
@PyTree
public record ForcedBos(Array token) implements LogitsProcessor {

  /** {@return the rule for a token} */
  public static ForcedBos of(int token) {
    return new ForcedBos(Scalars.ofTokens(List.of(token)));
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var second = Numpy.expandDims(sequences.lengths().eq(1), -1);
    return Numpy.where(second, Tokens.only(logits, token), logits);
  }
}

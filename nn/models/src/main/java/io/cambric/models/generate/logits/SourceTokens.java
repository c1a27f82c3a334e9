package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/**
 * The source of a text: the tokens of the encoder, or else the prompt. A pytree.
 *
 * @param tokens i32 {@code [batch, length]}
 * @param counts bool of the same shape, false at padding
 */
@PyTree
public record SourceTokens(Array tokens, Array counts) {

  /** {@return tokens without padding} */
  public static SourceTokens of(Array tokens) {
    return new SourceTokens(tokens, Numpy.ones(tokens.shape(), DType.BOOL));
  }

  /** {@return this with each row repeated, up to {@code rows} rows in all} */
  SourceTokens repeated(int rows) {
    int times = rows / tokens.dim(0);
    return new SourceTokens(Numpy.repeat(tokens, times, 0), Numpy.repeat(counts, times, 0));
  }
}

package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/**
 * The tokens so far, prompts among them. All rows end in the same column; padding is in front. A
 * pytree.
 *
 * @param tokens i32 {@code [rows, columns]}; without meaning after the end
 * @param counts bool {@code [rows, columns]}, false at padding and after the end
 * @param end i32, the number of columns that are taken
 * @param made i32, the number of new tokens of a row, without its prompt
 */
@PyTree
public record TokenSequences(Array tokens, Array counts, Array end, Array made) {

  /** {@return sequences without padding that fill all columns} */
  public static TokenSequences of(Array tokens, int prompt) {
    int columns = tokens.dim(1);
    return new TokenSequences(
        tokens,
        Numpy.ones(tokens.shape(), DType.BOOL),
        Scalars.ofInt(columns),
        Scalars.ofInt(columns - prompt));
  }

  /** {@return the number of tokens of each row, without padding, i32 {@code [rows]}} */
  Array lengths() {
    return counts.astype(DType.I32).sum(1);
  }

  /** {@return the last tokens, i32 {@code [rows, count]}; see {@link #has}} */
  Array last(int count) {
    return Lax.dynamicSliceInDim(tokens, end.sub(count), count, 1);
  }

  /** {@return whether a row has at least {@code count} tokens, bool {@code [rows]}} */
  Array has(int count) {
    return lengths().ge(count);
  }

  int columns() {
    return tokens.dim(1);
  }
}

package io.cambric.models.generate;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.models.generate.logits.TokenSequences;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * The layout of the tokens of a text: the prompt, then room for new tokens.
 *
 * @param prompt tokens and mask of the prompts, one row for each text
 * @param capacity number of new tokens that there is room for
 */
record Columns(Array prompt, Array mask, int capacity) {

  /** {@return the layout of texts, several for each prompt} */
  static Columns of(Prompt prompt, int texts, int capacity) {
    return new Columns(
        Numpy.repeat(prompt.text().tokens().astype(DType.I32), texts, 0),
        Numpy.repeat(prompt.text().mask(), texts, 0),
        capacity);
  }

  private int rows() {
    return prompt.dim(0);
  }

  /** {@return texts without a new token, i32 {@code [rows, columns]}} */
  Array empty(int padToken) {
    var room = Numpy.full(Shape.of(rows(), capacity), padToken, DType.I32);
    return Numpy.concatenate(List.of(prompt, room), 1);
  }

  /** {@return texts with one more token, after {@code made} new tokens} */
  Array with(Array tokens, Array token, Array made) {
    return Lax.dynamicUpdateSliceInDim(
        tokens, Numpy.expandDims(token, -1), made.add(prompt.dim(1)), 1);
  }

  /** {@return texts as rules see them} */
  TokenSequences sequences(Array tokens, Array made) {
    var taken = Numpy.arange(capacity).lt(made);
    var room = Numpy.broadcastTo(taken, Shape.of(rows(), capacity));
    return new TokenSequences(
        tokens, Numpy.concatenate(List.of(mask, room), 1), made.add(prompt.dim(1)), made);
  }

  /** {@return the new tokens of texts, {@code [..., capacity]}} */
  Array written(Array tokens) {
    int from = prompt.dim(1);
    return Numpy.slice(tokens, tokens.rank() - 1, from, from + capacity);
  }
}

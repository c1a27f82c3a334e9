package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * The tokens that a decoder chose, and their scores.
 *
 * @param tokens {@code [batch, count]}, i32
 * @param logits {@code [batch, count, vocabulary]}
 */
@PyTree
public record DecodedTokens(Array tokens, Array logits) {

  /**
   * {@return a first token, then others}
   *
   * @param rest tokens {@code [count, batch]} and scores {@code [count, batch, vocabulary]}
   */
  static DecodedTokens of(Array token, Array logits, List<Array> rest) {
    return new DecodedTokens(joined(token, rest.get(0)), joined(logits, rest.get(1)));
  }

  private static Array joined(Array first, Array rest) {
    var all = Numpy.concatenate(List.of(Numpy.expandDims(first, 0), rest), 0);
    return Numpy.swapaxes(all, 0, 1);
  }
}

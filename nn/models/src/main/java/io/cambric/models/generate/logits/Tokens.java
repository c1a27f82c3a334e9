package io.cambric.models.generate.logits;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Sets of tokens as masks over the vocabulary. */
final class Tokens {

  private Tokens() {}

  /** {@return which tokens are among some, bool {@code [vocabulary]}} */
  static Array mask(Array tokens, int vocabulary) {
    var none = Numpy.zeros(Shape.of(vocabulary), DType.I32);
    return none.at(tokens).add(Numpy.onesLike(tokens)).gt(0);
  }

  /**
   * {@return which tokens a row has, bool {@code [rows, vocabulary]}}
   *
   * @param tokens i32 {@code [rows, columns]}
   * @param counts bool of the same shape, false at tokens that do not count
   */
  static Array ofRows(Array tokens, Array counts, int vocabulary) {
    var none = Numpy.zeros(Shape.of(tokens.dim(0), vocabulary), DType.I32);
    return none.at(rows(tokens), tokens).add(counts.astype(DType.I32)).gt(0);
  }

  /** {@return the number of each row, to index with, i32 {@code [rows, 1]}} */
  static Array rows(Array tokens) {
    return Numpy.expandDims(Numpy.arange(tokens.dim(0)), -1);
  }

  /** {@return the logits, minus infinity where a mask says so} */
  static Array without(Array logits, Array mask) {
    return Numpy.where(mask, Double.NEGATIVE_INFINITY, logits);
  }

  /** {@return the logits of some tokens only, zero; minus infinity for all others} */
  static Array only(Array logits, Array tokens) {
    var row = Numpy.where(mask(tokens, logits.dim(-1)), 0, Double.NEGATIVE_INFINITY);
    return Numpy.broadcastTo(row.astype(logits.dtype()), logits.shape());
  }
}

package io.cambric.models.generate.logits;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** Runs of tokens. */
final class Ngrams {

  private Ngrams() {}

  /**
   * {@return logits without the tokens that would repeat an earlier run}
   *
   * @param size of the runs
   * @param tokens where runs are looked for, i32 {@code [rows, columns]}
   * @param counts bool of the same shape
   */
  static Array without(
      Array logits, TokenSequences sequences, int size, Array tokens, Array counts) {
    int windows = tokens.dim(1) - size + 1;
    if (windows < 1 || size - 1 > sequences.columns()) {
      return logits;
    }
    int before = size - 1;
    var matches = Numpy.expandDims(sequences.has(before), -1);
    for (int i = 0; i < size; i++) {
      matches = Numpy.logicalAnd(matches, Numpy.slice(counts, 1, i, i + windows));
    }
    if (before > 0) {
      var prefix = sequences.last(before);
      for (int i = 0; i < before; i++) {
        var shifted = Numpy.slice(tokens, 1, i, i + windows);
        matches = Numpy.logicalAnd(matches, shifted.eq(Numpy.slice(prefix, 1, i, i + 1)));
      }
    }
    var last = Numpy.slice(tokens, 1, before, before + windows);
    return Tokens.without(logits, Tokens.ofRows(last, matches, logits.dim(-1)));
  }
}

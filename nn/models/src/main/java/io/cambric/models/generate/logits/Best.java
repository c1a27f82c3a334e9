package io.cambric.models.generate.logits;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/** The most probable tokens. */
final class Best {

  private Best() {}

  /** {@return the least of the {@code count} largest logits, {@code [rows, 1]}} */
  static Array least(Array logits, int count) {
    int all = Math.min(count, logits.dim(-1));
    var largest = Lax.topK(logits, all).get(0);
    return Numpy.slice(largest, 1, all - 1, all);
  }

  /** {@return the tokens of a mask that are not among the {@code count} best} */
  static Array spared(Array removed, Array logits, int count) {
    return Numpy.logicalAnd(removed, logits.lt(least(logits, count)));
  }
}

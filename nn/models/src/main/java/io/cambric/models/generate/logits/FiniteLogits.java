package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/**
 * Replaces logits that are not finite: NaN by zero, infinities by the largest and the least f32.
 */
@PyTree
public record FiniteLogits() implements LogitsProcessor {

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var numbers = Numpy.where(Numpy.isnan(logits), 0, logits);
    return numbers.clip(-Float.MAX_VALUE, Float.MAX_VALUE);
  }
}

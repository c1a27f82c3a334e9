package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;

/** Makes logarithms of probabilities out of logits. */
@PyTree
public record Normalized() implements LogitsProcessor {

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    return Activations.logSoftmax(logits);
  }
}

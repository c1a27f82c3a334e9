package io.cambric.models.generate.logits;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;

/** The entropy of distributions. */
final class Entropy {

  private Entropy() {}

  /**
   * {@return the entropy of rows, {@code [rows, 1]}; excluded tokens add nothing}
   *
   * @param logarithms of probabilities, {@code [rows, tokens]}
   */
  static Array of(Array logarithms) {
    var terms = logarithms.exp().mul(Numpy.maximum(logarithms, -Float.MAX_VALUE));
    return Numpy.expandDims(terms.sum(-1).neg(), -1);
  }
}

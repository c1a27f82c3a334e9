package io.cambric.models.bert;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.text.TokenBatch;

/**
 * The arrays of a batch of a tokenizer, each i32 {@code [batch, length]}.
 *
 * @param tokens by their numbers
 * @param mask 0 at padding
 * @param types 1 in the second of two sentences
 */
record BertInput(Array tokens, Array mask, Array types) {

  static BertInput of(TokenBatch batch) {
    return new BertInput(
        Numpy.array(batch.ids()), Numpy.array(batch.mask()), Numpy.array(batch.types()));
  }
}

package io.cambric.models.seq2seq;

import io.cambric.annotations.Dims;
import io.cambric.core.Array;

/**
 * A model whose decoder writes tokens one by one, and attends to the states of an encoder. Its
 * methods are called in {@code apply}.
 */
public interface EncoderDecoder {

  /**
   * {@return the states of the encoder, {@code [batch, length, features]}}
   *
   * @param tokens {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   */
  @Dims("batch length _")
  Array encode(@Dims("batch length") Array tokens, @Dims("batch length") Array mask);

  /**
   * {@return a cache for a decoder that has written nothing}
   *
   * @param states of the encoder
   * @param mask of the tokens of the encoder
   * @param length most tokens that the decoder reads
   */
  DecoderCache start(Array states, Array mask, int length);

  /**
   * {@return scores of the token after each of these, and the cache with them}
   *
   * @param tokens {@code [batch, length]}, those that follow the tokens in the cache
   */
  DecoderOutput next(Array tokens, DecoderCache cache);

  /** {@return the number of different tokens} */
  int vocabulary();
}

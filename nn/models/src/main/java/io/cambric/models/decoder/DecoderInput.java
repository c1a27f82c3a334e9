package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;

/**
 * Sequences of tokens for a decoder, with their positions and a mask of padding. A pytree.
 *
 * <p>Padding may be anywhere. Padding in front leaves the last token of each sequence in the last
 * column, where generation continues.
 *
 * @param tokens ids, whole numbers, {@code [batch, length]}
 * @param positions of the tokens in their sequences, from 0 on, {@code [batch, length]}
 * @param mask bool, false at padding, {@code [batch, length]}
 */
@PyTree
public record DecoderInput(Array tokens, Array positions, Array mask) {

  /** {@return sequences of one length, without padding} */
  public static DecoderInput of(Array tokens) {
    var places = Numpy.broadcastTo(Numpy.arange(requireMatrix(tokens).dim(1)), tokens.shape());
    return new DecoderInput(tokens, places, Numpy.ones(tokens.shape(), DType.BOOL));
  }

  /**
   * {@return sequences with padding, whose positions count the other tokens}
   *
   * @param mask 0 or false at padding, {@code [batch, length]}, as {@code attention_mask}
   * @throws ShapeException if tokens are no matrix, or the mask is of another shape
   */
  public static DecoderInput of(Array tokens, Array mask) {
    if (!mask.shape().equals(requireMatrix(tokens).shape())) {
      throw new ShapeException(
          "A decoder needs a mask with the shape of its tokens, but tokens are %s and the mask is %s. Pass 0 at padding and 1 elsewhere."
              .formatted(tokens.aval(), mask.aval()));
    }
    var counts = mask.astype(DType.BOOL);
    var before = Numpy.cumsum(counts.astype(DType.I32), 1).sub(1);
    return new DecoderInput(tokens, Numpy.maximum(before, 0), counts);
  }

  private static Array requireMatrix(Array tokens) {
    if (tokens.rank() != 2) {
      throw new ShapeException(
          "A decoder needs tokens of shape [batch, length], but got %s. Add an axis with expandDims."
              .formatted(tokens.aval()));
    }
    return tokens;
  }
}

package io.cambric.models.sentence;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.List;

/**
 * Sentences of one length, as an encoder reads them. A pytree.
 *
 * @param tokens {@code [batch, length]}, i32
 * @param mask of the same shape, 0 at padding
 */
@PyTree
public record SentenceBatch(Array tokens, Array mask) {

  /**
   * {@return sentences padded to a common length}
   *
   * @param length at least the length of the longest one
   * @param rows at least the number of sentences; the rows after them have one token each
   */
  public static SentenceBatch of(List<int[]> sentences, int length, int rows, int padding) {
    var tokens = new int[rows * length];
    var mask = new int[rows * length];
    for (int row = 0; row < rows; row++) {
      int at = row * length;
      int size = row < sentences.size() ? sentences.get(row).length : 0;
      for (int i = 0; i < length; i++) {
        tokens[at + i] = i < size ? sentences.get(row)[i] : padding;
        mask[at + i] = i < Math.max(size, 1) ? 1 : 0;
      }
    }
    var shape = Shape.of(rows, length);
    return new SentenceBatch(NdArray.ofInts(shape, tokens), NdArray.ofInts(shape, mask));
  }
}

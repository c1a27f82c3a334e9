package io.cambric.models.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.models.encoder.KeysValues;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * The values that a decoder keeps between tokens.
 *
 * @param own keys and values of its tokens, by layer, with room for more
 * @param memory keys and values of the encoder, by layer
 * @param memoryMask which states of the encoder are no padding, {@code [batch, 1, 1, keys]}
 * @param position number of tokens read, an i32 scalar
 */
@PyTree
public record DecoderCache(
    List<KeysValues> own, List<KeysValues> memory, Array memoryMask, Array position) {

  /** Copies the lists. */
  public DecoderCache {
    own = List.copyOf(own);
    memory = List.copyOf(memory);
  }

  /** {@return the number of tokens there is room for} */
  public int length() {
    return own.getFirst().key().dim(1);
  }

  /**
   * {@return the mask of the next tokens, which see all earlier ones and themselves: {@code [1, 1,
   * count, length]}}
   */
  public Array seen(int count) {
    var query = Numpy.expandDims(Numpy.arange(count).add(position), -1);
    return Numpy.expandDims(Numpy.arange(length()).le(query), new int[] {0, 1});
  }

  /** {@return a cache with each sequence repeated in consecutive rows} */
  public DecoderCache repeated(int times) {
    return new DecoderCache(
        own.stream().map(each -> each.repeated(times)).toList(),
        memory.stream().map(each -> each.repeated(times)).toList(),
        Numpy.repeat(memoryMask, times, 0),
        position);
  }

  /**
   * {@return a cache of reordered sequences; each row keeps its keys and values of the encoder}
   *
   * @param rows indices of the sequences, i32 {@code [batch]}
   */
  public DecoderCache reordered(Array rows) {
    return new DecoderCache(
        own.stream().map(each -> each.rows(rows)).toList(), memory, memoryMask, position);
  }

  /** {@return this after more tokens} */
  public DecoderCache after(List<KeysValues> changed, int count) {
    return new DecoderCache(changed, memory, memoryMask, position.add(count));
  }
}

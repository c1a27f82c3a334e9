package io.cambric.models.decoder;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Numpy;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keys and values of all layers for the tokens so far, so that a decoder computes each token once.
 * A pytree of arrays of fixed shapes, fit for the carry of a loop.
 *
 * @param layers keys and values, layer by layer
 * @param mask bool, where a slot holds a token that counts, {@code [batch, slots]}
 * @param filled i32, the number of slots that are taken, from the first on
 */
@PyTree
public record KeyValueCache(List<LayerCache> layers, Array mask, Array filled) {

  /** Copies the list. */
  public KeyValueCache {
    layers = List.copyOf(layers);
  }

  /**
   * {@return a cache without tokens}
   *
   * @param layers number of layers
   * @param slots most tokens that the cache takes, padding included
   * @param groups number of heads of keys and values
   * @param size of a head
   */
  public static KeyValueCache empty(
      int layers, int batch, int slots, int groups, int size, DType dtype) {
    var zeros = Numpy.zeros(Shape.of(batch, slots, groups, size), dtype);
    return new KeyValueCache(
        Stream.generate(() -> new LayerCache(zeros, zeros)).limit(layers).toList(),
        Numpy.zeros(Shape.of(batch, slots), DType.BOOL),
        NdArray.scalar(DType.I32, 0));
  }

  /** {@return the number of slots} */
  public int slots() {
    return mask.dim(1);
  }

  /**
   * {@return a cache of selected sequences of this one}
   *
   * @param rows indices of the sequences, i32 {@code [count]}
   */
  public KeyValueCache rows(Array rows) {
    return new KeyValueCache(
        layers.stream()
            .map(layer ->
                new LayerCache(
                    Numpy.take(layer.keys(), rows, 0), Numpy.take(layer.values(), rows, 0)))
            .toList(),
        Numpy.take(mask, rows, 0),
        filled);
  }

  /**
   * {@return this with other keys and values, and with the slots of some tokens marked as taken}
   */
  KeyValueCache filledWith(List<LayerCache> changed, Array maskAfter, int tokens) {
    return new KeyValueCache(changed, maskAfter, filled.add(tokens));
  }

  /** {@return the number of tokens, checked to fit in} */
  int requireRoom(int tokens) {
    if (tokens > slots()) {
      throw new ShapeException(
          "A key-value cache needs a slot for each token, but has %d for %d tokens. Create it with more slots."
              .formatted(slots(), tokens));
    }
    return tokens;
  }
}

package io.cambric.models.t5;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;

/**
 * Kinds of distances between tokens: one for each small distance, and ranges that grow by a factor
 * for larger ones.
 *
 * @param buckets number of kinds
 * @param maxDistance distance from which on all are of one kind
 * @param bidirectional whether later tokens have kinds of their own; else they are of kind 0
 * @see <a href="https://arxiv.org/abs/1910.10683">Raffel et al., 2019, section 2.1</a>
 */
record RelativePositions(int buckets, int maxDistance, boolean bidirectional) {

  /**
   * {@return the kind of the distance from each query to each key, {@code [queries, keys]}, i32}
   *
   * @param first position of the first query, an integer scalar
   */
  Array of(int queries, int keys, Array first) {
    var query = Numpy.expandDims(Numpy.arange(queries).add(first), -1);
    var distance = Numpy.arange(keys).sub(query);
    var place = Numpy.clip(distance, -maxDistance, maxDistance).add(maxDistance);
    return Numpy.take(table(), place, 0);
  }

  /** {@return the kinds of the distances from {@code -maxDistance} to {@code maxDistance}} */
  private NdArray table() {
    var kinds = new int[2 * maxDistance + 1];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kind(i - maxDistance);
    }
    return NdArray.ofInts(Shape.of(kinds.length), kinds);
  }

  /** {@return the kind of a distance, negative to tokens before} */
  int kind(int distance) {
    int oneSide = bidirectional ? buckets / 2 : buckets;
    int side = bidirectional && distance > 0 ? oneSide : 0;
    int steps = bidirectional ? Math.abs(distance) : Math.max(-distance, 0);
    int exact = oneSide / 2;
    if (steps < exact) {
      return side + steps;
    }
    // In single precision as in the original, because the borders depend on it.
    float growth = (float) Math.log((float) steps / exact);
    float range = growth / (float) Math.log((double) maxDistance / exact);
    return side + Math.min(exact + (int) (range * (oneSide - exact)), oneSide - 1);
  }
}

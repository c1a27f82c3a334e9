package io.cambric.kernel;

import io.cambric.array.DType;

/**
 * The sizes of an attention, and its band: the keys that a query sees.
 *
 * <p>The score of query {@code t} and key {@code s} is {@code scale * query[t] . key[s] + bias}. It
 * is {@link #MASKED} where {@code s} is outside of {@code [t - before, t + after]} or the mask is
 * false. Each group of keys serves {@code heads / groups} consecutive heads.
 *
 * @param batch number of independent problems
 * @param queries number of queries
 * @param keys number of keys
 * @param heads number of heads of the queries
 * @param groups number of heads of the keys, which divides {@code heads}
 * @param size length of queries and keys
 * @param valueSize length of values
 * @param scale factor of the products
 * @param before number of keys before its own position that a query sees, at least 0; {@link
 *     Integer#MAX_VALUE} for all
 * @param after number of keys after its own position that a query sees, may be negative; {@link
 *     Integer#MAX_VALUE} for all
 * @param dtype dtype of queries, keys and values, floating
 */
public record ScoreSpec(
    int batch,
    int queries,
    int keys,
    int heads,
    int groups,
    int size,
    int valueSize,
    double scale,
    int before,
    int after,
    DType dtype) {

  /**
   * The score of a masked key; an f32. It is finite, so a row without any key weights all keys
   * equally instead of giving NaN.
   */
  public static final double MASKED = -0.7f * Float.MAX_VALUE;

  /** {@return the number of heads that share keys} */
  public int headsPerGroup() {
    return heads / groups;
  }

  /** {@return the first key in the band of a query} */
  public int firstKey(int query) {
    return Math.clamp((long) query - before, 0, keys);
  }

  /** {@return one past the last key in the band of a query} */
  public int endKey(int query) {
    return Math.clamp((long) query + after + 1, 0, keys);
  }

  /**
   * {@return whether all keys of a row with this logarithm of the sum of exponentials are masked}
   */
  public static boolean seesNone(double logSum) {
    return logSum <= MASKED;
  }
}

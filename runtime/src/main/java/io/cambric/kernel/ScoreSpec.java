package io.cambric.kernel;

import io.cambric.array.DType;

/**
 * How queries meet keys in attention: sizes, and which keys a query sees at all.
 *
 * <p>The score of query {@code t} and key {@code s} is {@code scale * query[t] . key[s] + bias},
 * and {@link #MASKED} where {@code s} lies outside of {@code [t - before, t + after]} or the mask
 * is false. Each group of keys serves {@code heads / groups} heads in a row.
 *
 * @param batch number of independent problems
 * @param queries number of queries
 * @param keys number of keys
 * @param heads number of heads of the queries
 * @param groups number of heads of the keys, which divides {@code heads}
 * @param size length of queries and keys
 * @param valueSize length of values
 * @param scale factor of the products
 * @param before how many places before its own a query sees, at least 0; {@link Integer#MAX_VALUE}
 *     for all
 * @param after how many places after its own a query sees, may be negative; {@link
 *     Integer#MAX_VALUE} for all
 * @param dtype of queries, keys and values, floating
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
   * The score of a key that is not seen; an f32. Not infinity, of which a row without any key would
   * be NaN: such a row weighs all keys alike.
   */
  public static final double MASKED = -0.7f * Float.MAX_VALUE;

  /** {@return how many heads share keys} */
  public int headsPerGroup() {
    return heads / groups;
  }

  /** {@return the first key in the band of a query} */
  public int firstKey(int query) {
    return Math.clamp((long) query - before, 0, keys);
  }

  /** {@return the key behind the last one in the band of a query} */
  public int endKey(int query) {
    return Math.clamp((long) query + after + 1, 0, keys);
  }

  /** {@return whether a row with this logarithm of the sum of exponentials sees no key} */
  public static boolean seesNone(double logSum) {
    return logSum <= MASKED;
  }
}

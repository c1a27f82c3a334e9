package io.cambric.lax.attention;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attention without an array of all scores. */
public final class ScoreOps {

  private ScoreOps() {}

  /**
   * {@return the mean of the values, weighted by the exponentials of their scores, and the
   * logarithm of the sum of the exponentials}
   *
   * <pre>
   *   softmax(scale query key^T + bias) value, logsumexp(scale query key^T + bias)
   * </pre>
   *
   * <p>Shapes: {@code query: [batch, queries, heads, size], key: [batch, keys, groups, size],
   * value: [batch, keys, groups, valueSize] -> [batch, queries, heads, valueSize], [batch, heads,
   * queries]}. Each group of keys serves {@code heads / groups} heads. Sums and logarithms are f32
   * at least. A query that sees no key weighs all keys alike.
   *
   * <p>No array of all scores exists, neither in the gradient nor along tangents. Second
   * derivatives make such an array, and so does the gradient of a bias, which sums it.
   *
   * @param bias floating, {@code [batch, heads, queries, keys]} or 1 along some axes; {@code null}
   *     for none
   * @param mask bool, of such a shape, true where a query sees a key; {@code null} if all are
   *     visible
   * @param scale factor of the products
   * @param before number of positions that a query sees before its own; {@link Integer#MAX_VALUE}
   *     for all
   * @param after number of positions that a query sees after its own, 0 for causal attention;
   *     {@link Integer#MAX_VALUE} for all
   * @throws io.cambric.errors.ShapeException if the shapes do not match
   * @throws io.cambric.errors.DTypeException if the dtypes do not match
   * @see <a href="https://arxiv.org/abs/2307.08691">Dao, FlashAttention-2, 2023</a>
   */
  public static List<Array> dotProductAttention(
      Array query,
      Array key,
      Array value,
      @Nullable Array bias,
      @Nullable Array mask,
      double scale,
      int before,
      int after) {
    var operands = new ArrayList<>(List.of(query, key, value));
    if (bias != null) {
      operands.add(bias);
    }
    if (mask != null) {
      operands.add(mask);
    }
    var params = new ScoreParams(scale, before, after, bias != null, mask != null);
    return Trace.bind(new DotProductAttention(params), operands);
  }
}

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
   * {@return the mean of the values, weighed by the exponentials of their scores, and the logarithm
   * of the sum of these}
   *
   * <pre>
   *   softmax(scale query key^T + bias) value, logsumexp(scale query key^T + bias)
   * </pre>
   *
   * <p>Shapes: {@code query: [batch, queries, heads, size], key: [batch, keys, groups, size],
   * value: [batch, keys, groups, valueSize] -> [batch, queries, heads, valueSize], [batch, heads,
   * queries]}. Each group of keys serves {@code heads / groups} heads. Sums are in f32 at least,
   * the logarithms too. A query that sees no key weighs all alike.
   *
   * <p>The scores are never an array, neither in the gradient nor along tangents. Second
   * derivatives make one, and the gradient of a bias is the sum of one.
   *
   * @param bias floating, {@code [batch, heads, queries, keys]} or 1 along some axes; {@code null}
   *     for none
   * @param mask bool, of such a shape, true where a query sees a key; {@code null} for everywhere
   * @param scale factor of the products
   * @param before number of positions before its own that a query attends to; {@link
   *     Integer#MAX_VALUE} for all
   * @param after number of positions after its own that a query attends to, 0 for causal attention;
   *     {@link Integer#MAX_VALUE} for all
   * @throws io.cambric.errors.ShapeException if the shapes do not fit each other
   * @throws io.cambric.errors.DTypeException if the dtypes do not
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

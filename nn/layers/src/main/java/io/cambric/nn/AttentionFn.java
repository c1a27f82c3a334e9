package io.cambric.nn;

import io.cambric.core.Array;

/** The attention function of a layer, by default {@link Attention#dotProductAttention}. */
@FunctionalInterface
public interface AttentionFn {

  /**
   * {@return the values, weighted by attention}
   *
   * @param query {@code [batch..., queries, heads, size]}
   * @param key {@code [batch..., keys, heads, size]}
   * @param value {@code [batch..., keys, heads, valueSize]}
   * @return {@code [batch..., queries, heads, valueSize]}
   */
  Array attend(Array query, Array key, Array value, AttentionOptions options);
}

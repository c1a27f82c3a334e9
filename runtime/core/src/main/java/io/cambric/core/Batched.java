package io.cambric.core;

import java.util.List;

/**
 * Results of a batching rule.
 *
 * @param values the results with their batch axes in place
 * @param axes position of the batch axis of each, or {@link #NOT_MAPPED}
 */
public record Batched(List<Array> values, List<Integer> axes) {

  /** The position that marks a missing batch axis. */
  public static final int NOT_MAPPED = -1;

  /** {@return one result with its batch axis} */
  public static Batched of(Array value, int axis) {
    return new Batched(List.of(value), List.of(axis));
  }
}

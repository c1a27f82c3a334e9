package io.cambric.io.weight;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a rule, from arrays to variables; an immutable value.
 *
 * @param joinAxis of a concatenation
 * @param before the rearrangement before the split; null for none
 * @param splitAxis null for no split
 * @param after the rearrangement of each part, or of the whole; null for none
 * @param sizes of named axes that shapes leave open
 */
record WeightSteps(
    Joining joining,
    int joinAxis,
    @Nullable Rearrangement before,
    @Nullable Integer splitAxis,
    @Nullable Rearrangement after,
    Map<String, Integer> sizes) {

  static final WeightSteps NONE = new WeightSteps(Joining.NONE, 0, null, null, null, Map.of());

  /** The way in which several arrays become one. */
  enum Joining {
    NONE,
    SUM,
    CONCATENATION
  }

  WeightSteps joined(Joining joining, int axis) {
    return new WeightSteps(joining, axis, before, splitAxis, after, sizes);
  }

  /** {@return this with a split; an existing rearrangement comes before it} */
  WeightSteps split(int axis) {
    return new WeightSteps(joining, joinAxis, after, axis, null, sizes);
  }

  WeightSteps rearranged(Rearrangement rearrangement) {
    return new WeightSteps(joining, joinAxis, before, splitAxis, rearrangement, sizes);
  }

  WeightSteps sized(String axis, int size) {
    var more = new LinkedHashMap<>(sizes);
    more.put(axis, size);
    return new WeightSteps(joining, joinAxis, before, splitAxis, after, Map.copyOf(more));
  }
}

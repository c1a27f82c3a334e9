package io.cambric.examples.ppo;

import io.cambric.core.Array;
import java.util.ArrayDeque;
import java.util.Deque;

/** The lengths of the episodes that ended last; mutable, for one thread. */
final class Episodes {

  /** Episodes that the mean is taken of. */
  static final int COUNTED = 100;

  /** The mean length from which the task counts as solved, as in Gymnasium. */
  private static final double SOLVED = 475;

  private final Deque<Integer> lengths = new ArrayDeque<>();

  /**
   * Adds the episodes that ended during some steps.
   *
   * @param done whether an episode ended, {@code bool[steps, poles]}
   * @param length of the episode up to each step, {@code i32[steps, poles]}
   */
  void add(Array done, Array length) {
    int[] ended = done.toInts();
    int[] steps = length.toInts();
    for (int i = 0; i < ended.length; i++) {
      if (ended[i] != 0) {
        lengths.addLast(steps[i]);
      }
    }
    while (lengths.size() > COUNTED) {
      lengths.removeFirst();
    }
  }

  /** {@return how many episodes the mean is taken of} */
  int counted() {
    return lengths.size();
  }

  /** {@return the mean length, 0 before the first episode has ended} */
  double mean() {
    return lengths.stream().mapToInt(Integer::intValue).average().orElse(0);
  }

  /** {@return whether enough episodes have ended, with a mean that counts as solved} */
  boolean solved() {
    return counted() == COUNTED && mean() >= SOLVED;
  }
}

package io.cambric.compile;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets of numbers over ranges of steps: a segment tree whose nodes hold sets of bits. A number is
 * added to a range of steps, and a query has the numbers of all steps of a range. Both visit a
 * logarithmic number of nodes. Mutable.
 */
final class StepSets {

  /** Numbers of any step below a node. */
  private final @Nullable BitSet[] any;

  /** Numbers of all steps below a node, which the nodes below do not repeat. */
  private final @Nullable BitSet[] all;

  private final int leaves;

  /** Makes empty sets for a number of steps. */
  StepSets(int steps) {
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, steps - 1)) << 1);
    any = new @Nullable BitSet[2 * leaves];
    all = new @Nullable BitSet[2 * leaves];
  }

  /** Adds a number to the steps from the first to the last, which is included. */
  void add(int first, int last, int number) {
    int left = first + leaves;
    int right = last + leaves;
    for (int l = left, r = right + 1; l < r; l >>= 1, r >>= 1) {
      if ((l & 1) == 1) {
        set(all, l, number);
        set(any, l++, number);
      }
      if ((r & 1) == 1) {
        set(all, --r, number);
        set(any, r, number);
      }
    }
    for (int l = left >> 1, r = right >> 1; r > 0; l >>= 1, r >>= 1) {
      set(any, l, number);
      set(any, r, number);
    }
  }

  private static void set(@Nullable BitSet[] sets, int node, int number) {
    var numbers = sets[node];
    if (numbers == null) {
      numbers = new BitSet();
      sets[node] = numbers;
    }
    numbers.set(number);
  }

  /** {@return the numbers of the steps from the first to the last, which is included} */
  BitSet of(int first, int last) {
    var found = new BitSet();
    int left = first + leaves;
    int right = last + leaves;
    for (int l = left, r = right + 1; l < r; l >>= 1, r >>= 1) {
      if ((l & 1) == 1) {
        add(any[l++], found);
      }
      if ((r & 1) == 1) {
        add(any[--r], found);
      }
    }
    for (int l = left >> 1, r = right >> 1; r > 0; l >>= 1, r >>= 1) {
      add(all[l], found);
      add(all[r], found);
    }
    return found;
  }

  private static void add(@Nullable BitSet numbers, BitSet found) {
    if (numbers != null) {
      found.or(numbers);
    }
  }
}

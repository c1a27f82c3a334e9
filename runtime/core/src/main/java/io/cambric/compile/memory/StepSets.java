package io.cambric.compile.memory;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets of numbers over ranges of steps, stored in a segment tree of bit sets. A number is added to
 * a range of steps. A query returns the numbers of all steps of a range. Both visit a logarithmic
 * number of nodes. Mutable.
 */
final class StepSets {

  /** Numbers of at least one step below a node. */
  private final @Nullable Numbers[] any;

  /** Numbers of all steps below a node; the nodes below do not repeat them. */
  private final @Nullable Numbers[] all;

  private final int leaves;

  /** Creates empty sets for a number of steps. */
  StepSets(int steps) {
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, steps - 1)) << 1);
    any = new @Nullable Numbers[2 * leaves];
    all = new @Nullable Numbers[2 * leaves];
  }

  /** Adds a number to the steps from the first to the last, inclusive. */
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

  private static void set(@Nullable Numbers[] sets, int node, int number) {
    var numbers = sets[node];
    if (numbers == null) {
      numbers = new Numbers();
      sets[node] = numbers;
    }
    numbers.add(number);
  }

  /** Adds the numbers of the steps from the first to the last, inclusive, to a set. */
  void addTo(BitSet found, int first, int last) {
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
  }

  private static void add(@Nullable Numbers numbers, BitSet found) {
    if (numbers != null) {
      numbers.addTo(found);
    }
  }

  /** A set of numbers: a list while they are few, so that nodes of few steps stay small. */
  private static final class Numbers {

    private static final int FEW = 64;

    private int[] few = new int[2];
    private int count;
    private @Nullable BitSet many;

    void add(int number) {
      if (many == null && count == FEW) {
        many = new BitSet();
        addFewTo(many);
      }
      if (many != null) {
        many.set(number);
        return;
      }
      if (count == few.length) {
        few = Arrays.copyOf(few, 2 * count);
      }
      few[count++] = number;
    }

    void addTo(BitSet found) {
      if (many == null) {
        addFewTo(found);
      } else {
        found.or(many);
      }
    }

    private void addFewTo(BitSet found) {
      for (int i = 0; i < count; i++) {
        found.set(few[i]);
      }
    }
  }
}

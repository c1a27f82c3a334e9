package io.cambric.text.pattern;

import java.util.Arrays;

/**
 * Parts of a text in order, which cover it, each one a match or a part between matches; mutable.
 */
public final class Spans {

  private int[] starts = new int[8];
  private int[] ends = new int[8];
  private boolean[] matches = new boolean[8];
  private int size;

  /** Adds a part. */
  public void add(int start, int end, boolean isMatch) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      matches = Arrays.copyOf(matches, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    matches[size++] = isMatch;
  }

  /** {@return how many parts there are} */
  public int size() {
    return size;
  }

  /** {@return where a part begins} */
  public int start(int index) {
    return starts[index];
  }

  /** {@return where a part ends} */
  public int end(int index) {
    return ends[index];
  }

  /** {@return whether a part is a match} */
  public boolean isMatch(int index) {
    return matches[index];
  }

  /** {@return the same parts, with matches and parts between them exchanged} */
  public Spans inverted() {
    var inverted = new Spans();
    for (int i = 0; i < size; i++) {
      inverted.add(starts[i], ends[i], !matches[i]);
    }
    return inverted;
  }

  void extendLast(int end) {
    ends[size - 1] = end;
  }

  /** Puts the parts into the opposite order. */
  void reverse() {
    for (int i = 0, j = size - 1; i < j; i++, j--) {
      swap(starts, i, j);
      swap(ends, i, j);
      boolean isMatch = matches[i];
      matches[i] = matches[j];
      matches[j] = isMatch;
    }
  }

  void extendFirst(int start) {
    starts[size - 1] = start;
  }

  private static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}

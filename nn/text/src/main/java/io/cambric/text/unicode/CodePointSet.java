package io.cambric.text.unicode;

import java.util.Arrays;

/** An immutable set of code points, from ranges in hexadecimal numbers. */
final class CodePointSet {

  private final int[] starts;
  private final int[] ends;

  private CodePointSet(int[] starts, int[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /**
   * {@return the set of ranges, ascending}
   *
   * @param ranges such as {@code "0300-036F 0483"}
   */
  static CodePointSet of(String ranges) {
    var parts = ranges.strip().split("\\s+");
    var starts = new int[parts.length];
    var ends = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      int dash = parts[i].indexOf('-');
      starts[i] = Integer.parseInt(dash < 0 ? parts[i] : parts[i].substring(0, dash), 16);
      ends[i] = dash < 0 ? starts[i] : Integer.parseInt(parts[i].substring(dash + 1), 16);
    }
    return new CodePointSet(starts, ends);
  }

  boolean contains(int codePoint) {
    if (codePoint < starts[0]) {
      return false;
    }
    int found = Arrays.binarySearch(starts, codePoint);
    return found >= 0 || codePoint <= ends[-found - 2];
  }
}

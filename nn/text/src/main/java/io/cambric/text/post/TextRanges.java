package io.cambric.text.post;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ranges of each text's tokens in a row; an immutable value.
 *
 * @param ranges by the number of the text, from 0
 */
public record TextRanges(SortedMap<Integer, Range> ranges) {

  /** No range is known, so that all tokens count as tokens of the first text. */
  public static final TextRanges NONE = new TextRanges(new TreeMap<>());

  /**
   * A range of tokens.
   *
   * @param from the first
   * @param to the one after the last
   */
  public record Range(int from, int to) {}

  boolean isNone() {
    return ranges.isEmpty();
  }

  TextRanges with(int sequence, int from, int to) {
    var more = new TreeMap<>(ranges);
    more.put(sequence, new Range(from, to));
    return new TextRanges(more);
  }

  /** {@return these ranges, and others that begin at a token} */
  TextRanges and(TextRanges others, int offset) {
    if (others.isNone()) {
      return this;
    }
    var more = new TreeMap<>(ranges);
    others.ranges.forEach(
        (sequence, range) -> more.put(sequence, new Range(offset + range.from, offset + range.to)));
    return new TextRanges(more);
  }

  /**
   * {@return the number of the text of each token, -1 for none}
   *
   * <p>If only the second text is known, all tokens count as tokens of the first. The Rust library
   * asks for as many numbers as it has ranges.
   */
  public int[] toArray(int size) {
    var numbers = new int[size];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < Math.max(1, ranges.size()); i++) {
      var range = ranges.getOrDefault(i, new Range(0, size));
      Arrays.fill(numbers, range.from, range.to, i);
    }
    return numbers;
  }
}

package io.cambric.text.align;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text with the part of its original that each character comes from; an immutable value.
 *
 * <p>Positions in the text are UTF-16 units; positions in the original are Unicode code points.
 */
public final class AlignedText {

  private static final char REPLACEMENT = '\ufffd';

  private final String text;

  /** Null where the unit at i comes from the code point at {@code origin + i}. */
  private final int @Nullable [] starts;

  private final int @Nullable [] ends;
  private final int origin;

  private AlignedText(String text, int @Nullable [] starts, int @Nullable [] ends, int origin) {
    this.text = text;
    this.starts = starts;
    this.ends = ends;
    this.origin = origin;
  }

  /**
   * {@return an original text, not changed yet}
   *
   * <p>Unpaired surrogates become U+FFFD, because UTF-8 cannot encode them.
   */
  public static AlignedText of(String original) {
    int length = original.length();
    int first = 0;
    while (first < length && !Character.isSurrogate(original.charAt(first))) {
      first++;
    }
    if (first == length) {
      return new AlignedText(original, null, null, 0);
    }
    var units = original.toCharArray();
    var starts = new int[length];
    var ends = new int[length];
    int codePoint = 0;
    for (int i = 0; i < length; codePoint++) {
      int c = original.codePointAt(i);
      int next = i + Character.charCount(c);
      if (next == i + 1 && Character.isSurrogate(units[i])) {
        units[i] = REPLACEMENT;
      }
      Arrays.fill(starts, i, next, codePoint);
      Arrays.fill(ends, i, next, codePoint + 1);
      i = next;
    }
    return new AlignedText(new String(units), starts, ends, 0);
  }

  static AlignedText of(String text, int[] starts, int[] ends, int origin) {
    return new AlignedText(text, starts, ends, origin);
  }

  /** {@return the characters as they are now} */
  public String text() {
    return text;
  }

  /** {@return how many UTF-16 units the text has} */
  public int length() {
    return text.length();
  }

  /** {@return where the original of this text begins in the whole original} */
  public int origin() {
    return origin;
  }

  /** {@return the first code point of the original that the unit at a position comes from} */
  public int start(int position) {
    return starts == null ? origin + position : starts[position];
  }

  /** {@return the position after the last code point that the unit at a position comes from} */
  public int end(int position) {
    return ends == null ? origin + position + 1 : ends[position];
  }

  /** {@return a part of the text, with its own original} */
  public AlignedText slice(int from, int to) {
    if (from == 0 && to == text.length()) {
      return this;
    }
    if (starts == null || ends == null) {
      return new AlignedText(text.substring(from, to), null, null, origin + from);
    }
    return new AlignedText(
        text.substring(from, to),
        Arrays.copyOfRange(starts, from, to),
        Arrays.copyOfRange(ends, from, to),
        from < to ? starts[from] : origin);
  }

  /** {@return another text whose units come from the same parts, one by one} */
  public AlignedText withText(String other) {
    return new AlignedText(other, starts, ends, origin);
  }

  /** {@return the text with another one in front, whose original is the first character} */
  public AlignedText prepend(String front) {
    if (text.isEmpty()) {
      return this;
    }
    int length = front.length();
    var newStarts = new int[length + text.length()];
    var newEnds = new int[newStarts.length];
    for (int i = 0; i < newStarts.length; i++) {
      newStarts[i] = start(Math.max(0, i - length));
      newEnds[i] = end(Math.max(0, i - length));
    }
    return new AlignedText(front + text, newStarts, newEnds, origin);
  }
}

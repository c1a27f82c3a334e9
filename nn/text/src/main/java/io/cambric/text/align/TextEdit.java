package io.cambric.text.align;

import io.cambric.text.unicode.NormalForm;
import java.util.Arrays;

/**
 * A pass over a text that makes a new one character by character; mutable. The change of a
 * character determines its original part, as in the class NormalizedString of the Rust library.
 */
public final class TextEdit implements NormalForm.Sink {

  private final AlignedText source;
  private final StringBuilder text;
  private int[] starts;
  private int[] ends;

  /** The unit of the source that the next character replaces. */
  private int position;

  private TextEdit(AlignedText source) {
    this.source = source;
    this.text = new StringBuilder(source.length() + 16);
    this.starts = new int[source.length() + 16];
    this.ends = new int[source.length() + 16];
  }

  /** {@return an edit that begins at the first character} */
  public static TextEdit of(AlignedText source) {
    return new TextEdit(source);
  }

  /** Leaves out characters of the source. */
  public void skip(int characters) {
    for (int i = 0; i < characters; i++) {
      position += width();
    }
  }

  /** Leaves out the units of the source before a position. */
  public void skipTo(int unit) {
    position = unit;
  }

  /**
   * Appends a character.
   *
   * @param change 0 if it replaces the next one of the source. 1 if it is inserted, and comes from
   *     the one before. -n if it replaces the next one, and n others are left out
   */
  @Override
  public void put(int codePoint, int change) {
    int start;
    int end;
    if (change <= 0) {
      int unit = Math.min(position, source.length() - 1);
      start = source.start(unit);
      end = source.end(unit);
      skip(1 - change);
    } else if (position > 0) {
      start = source.start(position - 1);
      end = source.end(position - 1);
    } else {
      start = source.origin();
      end = start;
    }
    append(codePoint, start, end);
  }

  /** Appends a part of the source as it is. */
  public void copy(int from, int to) {
    ensure(to - from);
    for (int i = from, at = text.length(); i < to; i++, at++) {
      starts[at] = source.start(i);
      ends[at] = source.end(i);
    }
    text.append(source.text(), from, to);
    position = to;
  }

  /** {@return the new text; the source object if nothing changed} */
  public AlignedText done() {
    int length = text.length();
    boolean isSame = length == source.length() && source.text().contentEquals(text);
    if (isSame && isAligned(length)) {
      return source;
    }
    return AlignedText.of(
        text.toString(),
        Arrays.copyOf(starts, length),
        Arrays.copyOf(ends, length),
        source.origin());
  }

  private boolean isAligned(int length) {
    for (int i = 0; i < length; i++) {
      if (starts[i] != source.start(i) || ends[i] != source.end(i)) {
        return false;
      }
    }
    return true;
  }

  private void append(int codePoint, int start, int end) {
    int units = Character.charCount(codePoint);
    ensure(units);
    for (int i = text.length(); i < text.length() + units; i++) {
      starts[i] = start;
      ends[i] = end;
    }
    text.appendCodePoint(codePoint);
  }

  private void ensure(int units) {
    int needed = text.length() + units;
    if (needed > starts.length) {
      starts = Arrays.copyOf(starts, Math.max(needed, 2 * starts.length));
      ends = Arrays.copyOf(ends, starts.length);
    }
  }

  private int width() {
    return position < source.length()
        ? Character.charCount(source.text().codePointAt(position))
        : 0;
  }
}

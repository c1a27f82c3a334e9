package io.cambric.text.pattern;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;

/**
 * A text that counts how often its characters are read while an expression is matched; mutable, for
 * one pass over it.
 *
 * <p>An untrusted expression may backtrack without end. The number of reads is bounded, and so is
 * the time. Expressions of known models read each character a few times.
 */
final class CountedText implements CharSequence {

  /** Oniguruma also gives up a match after this number of backtracking steps. */
  private static final long READS = 10_000_000;

  private static final long READS_PER_CHARACTER = 1000;

  private final String text;
  private final String expression;
  private long left;

  CountedText(String text, String expression) {
    this.text = text;
    this.expression = expression;
    this.left = READS + READS_PER_CHARACTER * text.length();
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      throw new DataException(
          "The pattern %s read a text of %d characters with more than %d character reads, because it backtracks too much. Split the text, or rewrite the pattern without nested repetitions."
              .formatted(
                  Quoted.of(expression),
                  text.length(),
                  READS + READS_PER_CHARACTER * text.length()));
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return text.subSequence(from, to);
  }

  @Override
  public String toString() {
    return text;
  }
}

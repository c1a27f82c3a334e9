package io.cambric.examples.digits;

import io.cambric.errors.DataException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text, none longer than a limit, so that a reader never holds more than one bounded
 * line. Mutable, for one thread.
 */
final class BoundedLines {

  /** Rows have 65 values of one or two digits; the rest is for blanks between them. */
  static final int MAX_LENGTH = 10_000;

  private final String name;
  private final BufferedReader source;
  private int number;
  private boolean afterReturn;

  BoundedLines(String name, Reader source) {
    this.name = name;
    this.source = new BufferedReader(source);
  }

  /** {@return how many lines have been read} */
  int number() {
    return number;
  }

  /**
   * {@return the next line without its end, which is a line feed, a carriage return or both; null
   * after the last one}
   *
   * @throws DataException if the line is longer than 10,000 characters
   */
  @Nullable String next() throws IOException {
    int c = source.read();
    if (c == '\n' && afterReturn) {
      c = source.read();
    }
    if (c < 0) {
      return null;
    }
    number++;
    var line = new StringBuilder();
    while (c >= 0 && c != '\n' && c != '\r') {
      if (line.length() == MAX_LENGTH) {
        throw new DataException(
            "%s line %d needs at most %d characters, but has more. Pass a text file with 64 pixels and a label a line."
                .formatted(name, number, MAX_LENGTH));
      }
      line.append((char) c);
      c = source.read();
    }
    afterReturn = c == '\r';
    return line.toString();
  }
}

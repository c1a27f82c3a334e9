package io.cambric.data;

import io.cambric.data.file.StrictUtf8;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.io.Reader;

/**
 * Gives the parser of rows the characters of a content, and refuses a row that is too long;
 * mutable.
 *
 * <p>The parser buffers the characters of one read, so a read stops at the end of a line. After a
 * carriage return the parser asks whether a line feed follows, so that read gives one character.
 */
final class RowLimit extends Reader {

  /** The characters of the longest end of a row. */
  private static final int OWN_END = 2;

  private final StrictUtf8 in;
  private final String name;
  private final int longest;

  /** The line of the next character. */
  private long line;

  /** The line where the row begins. */
  private long rowLine;

  /** The characters of the row, without line ends after them. */
  private long length;

  /** The line ends after these; they belong to the row if more of it follows. */
  private int lineEnds;

  private boolean afterReturn;

  /** Whether the last character may be the first one of the next row. */
  private boolean ahead;

  /**
   * Makes a reader.
   *
   * @param longest the characters of the longest row
   * @param line the number of the first line
   */
  RowLimit(StrictUtf8 in, String name, int longest, long line) {
    this.in = in;
    this.name = name;
    this.longest = longest;
    this.line = line;
  }

  /** Begins a row; the parser has consumed all earlier characters. */
  void beginRow() {
    length = 0;
    lineEnds = 0;
    addAhead();
  }

  @Override
  public int read(char[] target, int at, int count) throws IOException {
    addAhead();
    int given = in.read(target, at, afterReturn ? Math.min(count, 1) : count);
    if (given <= 0) {
      return given;
    }
    char last = target[at + given - 1];
    boolean ended = last == '\n' || last == '\r';
    ahead = afterReturn && !ended;
    if (!ahead) {
      add(ended ? given - 1 : given);
    }
    if (ended) {
      line += afterReturn && last == '\n' ? 0 : 1;
      lineEnds += length > 0 ? 1 : 0;
      require(length + lineEnds - OWN_END);
    }
    afterReturn = last == '\r';
    return given;
  }

  private void addAhead() {
    if (ahead) {
      ahead = false;
      add(1);
    }
  }

  private void add(int characters) {
    if (characters == 0) {
      return;
    }
    if (length == 0) {
      rowLine = line;
    }
    length += lineEnds + characters;
    lineEnds = 0;
    require(length);
  }

  private void require(long characters) {
    if (characters > longest) {
      throw new DataException(
          "%s, line %d, needs a row of at most %d characters, but has a longer row. Close its quotation marks, or raise the limit with withLongestRow."
              .formatted(name, rowLine, longest));
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

package io.cambric.data.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * The lines of a file to numbers, straight from its bytes; mutable.
 *
 * <p>Commons CSV makes a string of every field. So lines of plain numbers are read here, and it
 * reads a line that is anything else; from a line with a quotation mark on, it reads the rest.
 */
final class NumberScan {

  private static final int BLOCK = 1 << 18;
  private static final int LONGEST = 1 << 26;

  /** The byte order mark in UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final String name;
  private final CsvOptions options;
  private final NumberTable table;
  private byte[] block = new byte[BLOCK];
  private int start;
  private int end;
  private boolean ended;
  private long lines;

  NumberScan(InputStream in, String name, CsvOptions options, NumberTable table) {
    this.in = in;
    this.name = name;
    this.options = options;
    this.table = table;
  }

  /** Stores all lines from here on. */
  void run() throws IOException {
    while (true) {
      int stop = lineEnd();
      if (stop < 0) {
        if (ended && start == end) {
          return;
        }
        if (!ended && end - start < LONGEST) {
          fill();
          continue;
        }
        // The last line, or one that is longer than any of numbers.
        handOver();
        return;
      }
      int to = stop > start && block[stop - 1] == '\r' ? stop - 1 : stop;
      if (to > start && !isPlain(start, to)) {
        if (hasQuote(start, to)) {
          handOver();
          return;
        }
        try (var line = rows(new ByteArrayInputStream(block, start, stop + 1 - start))) {
          addAll(line);
        }
      }
      lines++;
      start = stop + 1;
    }
  }

  private int lineEnd() {
    for (int i = start; i < end; i++) {
      if (block[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void fill() throws IOException {
    int kept = end - start;
    var target = kept > block.length / 2 ? new byte[2 * block.length] : block;
    System.arraycopy(block, start, target, 0, kept);
    block = target;
    start = 0;
    end = kept;
    int read = in.read(block, end, block.length - end);
    ended = read < 0;
    end += Math.max(read, 0);
  }

  /** Stores a line of plain numbers; false if it is another one, of which nothing stays. */
  private boolean isPlain(int from, int to) {
    int width = table.width();
    int field = 0;
    int at = from;
    for (int i = from; i <= to; i++) {
      byte b = i < to ? block[i] : (byte) options.delimiter();
      if (b == options.delimiter()) {
        if (field == width) {
          return false;
        }
        if (!table.store(field, block, at, i)) {
          return false;
        }
        field++;
        at = i + 1;
      } else if (b <= 0 || b == '"' || b == '\r') {
        return false;
      }
    }
    if (field != width) {
      return false;
    }
    table.endRow();
    return true;
  }

  private boolean hasQuote(int from, int to) {
    for (int i = from; i < to; i++) {
      if (block[i] == '"' || block[i] == '\r') {
        return true;
      }
    }
    return false;
  }

  private void handOver() {
    var rest =
        new SequenceInputStream(
            new ByteArrayInputStream(Arrays.copyOfRange(block, start, end)), in);
    try (var all = rows(rest)) {
      addAll(all);
    }
  }

  private CsvRows rows(InputStream content) {
    return new CsvRows(content, name, options, lines, table.rows(), table.width());
  }

  private void addAll(CsvRows rows) {
    for (var row = rows.next(); row != null; row = rows.next()) {
      table.add(row);
    }
  }

  /** Moves behind a byte order mark. */
  void skipMark() throws IOException {
    fill();
    if (end >= MARK.length && Arrays.equals(block, 0, MARK.length, MARK, 0, MARK.length)) {
      start = MARK.length;
    }
  }

  /** Moves behind the first line that is not empty; false if it has a quotation mark. */
  boolean skipHeader() throws IOException {
    boolean empty = true;
    while (empty) {
      int stop = lineEnd();
      while (stop < 0 && !ended) {
        fill();
        stop = lineEnd();
      }
      int to = stop < 0 ? end : stop;
      int last = to > start && block[to - 1] == '\r' ? to - 1 : to;
      if (hasQuote(start, last)) {
        return false;
      }
      empty = last == start && stop >= 0;
      lines++;
      start = Math.min(to + 1, end);
    }
    return true;
  }
}

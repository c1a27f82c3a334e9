package io.cambric.data.csv;

import io.cambric.data.file.ContentSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file to fields, straight from its bytes; mutable.
 *
 * <p>Commons CSV makes a string of every field. So lines of plain fields are read here, and it
 * reads a line that is anything else; from a line with a quotation mark on, it reads the rest.
 */
final class LineScan implements AutoCloseable {

  private static final int BLOCK = 1 << 18;
  private static final int LONGEST = 1 << 26;

  /** The byte order mark in UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final String name;
  private final CsvOptions options;
  private final LineTarget target;
  private final byte delimiter;
  private byte[] block = new byte[BLOCK];
  private int start;
  private int end;
  private boolean ended;
  private long lines;

  /** The line of the row that was stored last. */
  private long line;

  /** The records that Commons CSV reads of the content, once it does. */
  private @Nullable CsvRows rest;

  private LineScan(InputStream in, String name, CsvOptions options, LineTarget target) {
    this.in = in;
    this.name = name;
    this.options = options;
    this.target = target;
    this.delimiter = (byte) options.delimiter();
  }

  /**
   * Opens a content, and moves behind its header.
   *
   * @throws io.cambric.errors.DataException if it cannot be read
   */
  static LineScan open(ContentSource source, CsvOptions options, LineTarget target) {
    var scan = new LineScan(source.open(), source.name(), options, target);
    try {
      scan.begin();
    } catch (IOException e) {
      scan.close();
      throw ContentSource.failure(source.name(), e);
    } catch (RuntimeException e) {
      scan.close();
      throw e;
    }
    return scan;
  }

  private void begin() throws IOException {
    boolean isPlain = target.width() > 0 && options.delimiter() <= Byte.MAX_VALUE;
    if (isPlain) {
      skipMark();
    }
    if (!isPlain || (options.header() && !skipHeader())) {
      // The first record has as many fields as all need.
      var all = rows(options.header() ? -1 : 0, -1);
      if (options.header()) {
        all.next();
      }
      rest = all;
    }
  }

  /**
   * Stores the next row: {@return false at the end}
   *
   * @throws io.cambric.errors.DataException if the content cannot be read, or does not fit
   */
  boolean next() {
    try {
      return rest == null ? scanned() : added(rest);
    } catch (IOException e) {
      throw ContentSource.failure(name, e);
    }
  }

  private boolean scanned() throws IOException {
    while (true) {
      int stop = lineEnd();
      if (stop < 0) {
        if (ended && start == end) {
          return false;
        }
        if (!ended && end - start < LONGEST) {
          fill();
          continue;
        }
        // The last line, or one that is longer than any of plain fields.
        return handedOver();
      }
      int to = stop > start && block[stop - 1] == '\r' ? stop - 1 : stop;
      boolean isRow = to > start;
      if (isRow && !isPlain(start, to)) {
        if (hasQuote(start, to)) {
          return handedOver();
        }
        try (var one = rows(new ByteArrayInputStream(block, start, stop + 1 - start))) {
          isRow = added(one);
        }
      }
      lines++;
      line = lines;
      start = stop + 1;
      if (isRow) {
        return true;
      }
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
    var room = kept > block.length / 2 ? new byte[2 * block.length] : block;
    System.arraycopy(block, start, room, 0, kept);
    block = room;
    start = 0;
    end = kept;
    int read = in.read(block, end, block.length - end);
    ended = read < 0;
    end += Math.max(read, 0);
  }

  /** Stores a line of plain fields; false if it is another one, of which no row is made. */
  private boolean isPlain(int from, int to) {
    int width = target.width();
    int field = 0;
    int at = from;
    for (int i = from; i <= to; i++) {
      byte b = i < to ? block[i] : delimiter;
      if (b == delimiter) {
        if (field == width || !target.store(field, block, at, i)) {
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
    target.endRow();
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

  /** Leaves the content from here on to Commons CSV, and stores its first row. */
  private boolean handedOver() {
    var all = rows(target.rows(), target.width());
    rest = all;
    return added(all);
  }

  private CsvRows rows(long number, int width) {
    var unread =
        new SequenceInputStream(
            new ByteArrayInputStream(Arrays.copyOfRange(block, start, end)), in);
    return new CsvRows(unread, name, options, lines, number, width);
  }

  private CsvRows rows(InputStream one) {
    return new CsvRows(one, name, options, lines, target.rows(), target.width());
  }

  private boolean added(CsvRows rows) {
    var row = rows.next();
    if (row == null) {
      return false;
    }
    target.add(row);
    line = row.line();
    return true;
  }

  /** Moves behind a byte order mark. */
  private void skipMark() throws IOException {
    fill();
    if (end >= MARK.length && Arrays.equals(block, 0, MARK.length, MARK, 0, MARK.length)) {
      start = MARK.length;
    }
  }

  /** Moves behind the first line that is not empty; false if it is not plain. */
  private boolean skipHeader() throws IOException {
    while (true) {
      int stop = lineEnd();
      if (stop < 0 && !ended) {
        if (end - start >= LONGEST) {
          return false;
        }
        fill();
        continue;
      }
      int to = stop < 0 ? end : stop;
      int last = to > start && block[to - 1] == '\r' ? to - 1 : to;
      if (hasQuote(start, last)) {
        return false;
      }
      boolean isEmpty = last == start && stop >= 0;
      lines++;
      start = Math.min(to + 1, end);
      if (!isEmpty) {
        return true;
      }
    }
  }

  /** {@return the file, and the line of the row that was stored last, for messages} */
  String place() {
    return "%s, line %d".formatted(name, line);
  }

  @Override
  public void close() {
    var open = rest;
    if (open != null) {
      open.close();
    }
    try {
      in.close();
    } catch (IOException e) {
      throw ContentSource.failure(name, e);
    }
  }
}

package io.cambric.data;

import io.cambric.data.file.ContentSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a content to fields, straight from its bytes; mutable.
 *
 * <p>Commons CSV makes a string of every field, which takes time. So this class reads lines of
 * plain fields itself. Commons CSV reads the first line and each line with other characters. After
 * a quotation mark it reads all lines, as a field may have several.
 */
final class LineScan implements AutoCloseable {

  private static final int BLOCK = 1 << 18;

  /** The length in bytes up to which lines are kept whole here; Commons CSV reads longer ones. */
  private static final int LONGEST = 1 << 26;

  private final InputStream in;
  private final String name;
  private final CsvOptions options;
  private final byte delimiter;
  private byte[] block = new byte[BLOCK];
  private int start;
  private int end;
  private boolean ended;
  private long lines;

  /** The line of the row that was read last. */
  private long line;

  /** The rows that were read, without a header; -1 before it. */
  private long rows;

  /** The number of fields in each row, taken from the first line; -1 until it is read. */
  private int width = -1;

  private List<String> columns = List.of();

  /** The first row of a table without a header, until it is taken. */
  private @Nullable CsvRow first;

  /** The records that Commons CSV reads from the content, once it takes over. */
  private @Nullable CsvRows rest;

  private LineScan(InputStream in, String name, CsvOptions options) {
    this.in = in;
    this.name = name;
    this.options = options;
    this.delimiter = (byte) options.delimiter();
    this.rows = options.header() ? -1 : 0;
  }

  /**
   * Opens a content, and reads its first line.
   *
   * @throws io.cambric.errors.DataException if it cannot be read
   */
  static LineScan open(ContentSource source, CsvOptions options) {
    return open(source, options, options.delimiter() > Byte.MAX_VALUE);
  }

  /** Opens a content as {@link #open} does. Commons CSV reads all its lines. */
  static LineScan openAsText(ContentSource source, CsvOptions options) {
    return open(source, options, true);
  }

  private static LineScan open(ContentSource source, CsvOptions options, boolean asText) {
    var scan = new LineScan(source.open(), source.name(), options);
    try {
      if (asText) {
        scan.handOver();
      }
      scan.readFirst();
    } catch (RuntimeException e) {
      scan.close();
      throw e;
    }
    return scan;
  }

  private void readFirst() {
    var line = new FirstLine();
    if (next(line)) {
      var fields = line.row().fields();
      width = fields.size();
      if (options.header()) {
        columns = fields;
      } else {
        columns = IntStream.range(0, width).mapToObj(Integer::toString).toList();
        first = line.row();
      }
      options.ranges().requireIn(columns, name);
    }
  }

  /** {@return the names of the columns; none for a content without a line} */
  List<String> columns() {
    return columns;
  }

  /**
   * Stores the next row: {@return false at the end}
   *
   * @param target has as many fields as there are columns
   * @throws io.cambric.errors.DataException if the content cannot be read, or does not fit
   */
  boolean next(LineTarget target) {
    if (first != null || rest != null) {
      return added(nextAsText(), target);
    }
    try {
      return scanned(target);
    } catch (IOException e) {
      throw ContentSource.failure(name, e);
    }
  }

  /**
   * {@return the next row, from Commons CSV, which also reads all later ones; null at the end}
   *
   * @throws io.cambric.errors.DataException as {@link #next}
   */
  @Nullable CsvRow nextAsText() {
    var row = first;
    if (row != null) {
      first = null;
      return row;
    }
    return handOver().next();
  }

  private boolean scanned(LineTarget target) throws IOException {
    while (true) {
      int stop = lineEnd();
      if (stop < 0) {
        if (ended && start == end) {
          return false;
        }
        if (!ended && end - start <= Math.min(options.longestRow(), LONGEST)) {
          fill();
          continue;
        }
        // The last line, or a long one.
        return added(handOver().next(), target);
      }
      int to = stop > start && block[stop - 1] == '\r' ? stop - 1 : stop;
      boolean isRow = to > start;
      if (isRow && to - start <= options.longestRow() && isPlain(start, to, target)) {
        rows++;
        line = lines + 1;
      } else if (isRow) {
        if (hasQuote(start, to)) {
          return added(handOver().next(), target);
        }
        try (var one = rowsOf(new ByteArrayInputStream(block, start, stop + 1 - start))) {
          isRow = added(one.next(), target);
        }
      }
      lines++;
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

  /** Stores a line of plain fields; false, without a row, if the line has other fields. */
  private boolean isPlain(int from, int to, LineTarget target) {
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

  /** {@return the records that Commons CSV reads from here on} */
  private CsvRows handOver() {
    var all = rest;
    if (all == null) {
      var unread = new ByteArrayInputStream(Arrays.copyOfRange(block, start, end));
      all = rowsOf(new SequenceInputStream(unread, in));
      rest = all;
    }
    return all;
  }

  private CsvRows rowsOf(InputStream content) {
    return new CsvRows(content, name, options, lines, rows, width);
  }

  private boolean added(@Nullable CsvRow row, LineTarget target) {
    if (row == null) {
      return false;
    }
    target.add(row);
    rows = row.number();
    line = row.line();
    return true;
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

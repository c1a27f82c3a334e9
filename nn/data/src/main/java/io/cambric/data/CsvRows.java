package io.cambric.data;

import io.cambric.data.file.ContentSource;
import io.cambric.data.file.StrictUtf8;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** The records of a content, read by Commons CSV, all with the same number of fields; mutable. */
final class CsvRows implements RecordReader<CsvRow> {

  /** A line in a message of Commons CSV, with thousands separators. */
  private static final Pattern LINE = Pattern.compile("(line:? )(\\d\\S*\\d|\\d)");

  /** The position within the content in such a message. */
  private static final Pattern POSITION = Pattern.compile(", position: \\S+");

  private final String name;
  private final RowLimit reader;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;

  /** Lines before the content. */
  private final long linesBefore;

  private long number;

  /** The fields that each record needs; -1 before the first one. */
  private int width;

  /**
   * Opens a content.
   *
   * @param linesBefore the lines that were read already
   * @param number the records that were read already, or -1 before a header
   * @param width the number of fields of a record; -1 to take it from the first one
   */
  CsvRows(
      InputStream in, String name, CsvOptions options, long linesBefore, long number, int width) {
    this.name = name;
    this.linesBefore = linesBefore;
    this.number = number;
    this.width = width;
    var text = new StrictUtf8(in, name, linesBefore + 1);
    this.reader = new RowLimit(text, name, options.longestRow(), linesBefore + 1);
    var format =
        CSVFormat.RFC4180
            .builder()
            .setDelimiter(options.delimiter())
            .setIgnoreEmptyLines(true)
            .get();
    try {
      this.parser = CSVParser.builder().setReader(reader).setFormat(format).get();
    } catch (IOException e) {
      throw ContentSource.failure(name, e);
    }
    this.records = parser.iterator();
  }

  @Override
  public @Nullable CsvRow next() {
    var fields = fields();
    if (fields == null) {
      return null;
    }
    number++;
    long line = linesBefore + parser.getCurrentLineNumber();
    if (width < 0) {
      width = fields.size();
    } else if (fields.size() != width) {
      throw new DataException(
          "%s, line %d, record %d, needs %d fields like the first line, but has %d. Check delimiters and quotation marks."
              .formatted(name, line, number, width, fields.size()));
    }
    return new CsvRow(name, line, number, fields);
  }

  private @Nullable List<String> fields() {
    reader.beginRow();
    try {
      return records.hasNext() ? List.of(records.next().values()) : null;
    } catch (UncheckedIOException | IllegalStateException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new DataException(
          "%s, line %d, needs closed quotation marks followed by a delimiter, but: %s. Correct the file."
              .formatted(
                  name,
                  linesBefore + parser.getCurrentLineNumber(),
                  Quoted.of(reason(String.valueOf(cause.getMessage())))),
          e);
    }
  }

  /** {@return a message of Commons CSV with the line of the file, instead of the content's} */
  private String reason(String message) {
    return LINE.matcher(POSITION.matcher(message).replaceFirst(""))
        .replaceFirst(place -> {
          long line = Long.parseLong(place.group(2).replaceAll("\\D", ""));
          return place.group(1) + (linesBefore + line);
        });
  }

  @Override
  public void close() {
    try {
      parser.close();
      reader.close();
    } catch (IOException e) {
      throw ContentSource.failure(name, e);
    }
  }
}

package io.cambric.nn.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rows of a CSV file as RFC 4180 has them. */
final class CsvText {

  private static final Pattern SPECIAL = Pattern.compile("[,\"\\r\\n]");

  private CsvText() {}

  /** {@return a cell, in quotes if it needs them} */
  static String cell(String text) {
    return SPECIAL.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  /**
   * A row of a text.
   *
   * @param cells without their quotes
   * @param end where the next row begins
   */
  record Row(List<String> cells, int end) {}

  /** {@return the row that begins at a position, or null if the text ends before the row does} */
  static @Nullable Row row(String text, int start) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean isQuoted = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isQuoted) {
        boolean isDoubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (c == '"' && !isDoubled) {
          isQuoted = false;
        } else {
          cell.append(c);
          i += isDoubled ? 1 : 0;
        }
      } else if (c == '"') {
        isQuoted = true;
      } else if (c == ',') {
        cells.add(cell.toString());
        cell.setLength(0);
      } else if (c == '\n') {
        cells.add(cell.toString());
        return new Row(cells, i + 1);
      } else if (c != '\r') {
        cell.append(c);
      }
    }
    return null;
  }
}

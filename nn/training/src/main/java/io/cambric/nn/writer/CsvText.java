package io.cambric.nn.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rows of a CSV file in the format of RFC 4180. */
final class CsvText {

  private static final Pattern SPECIAL = Pattern.compile("[,\"\\r\\n]");

  /**
   * A text that a spreadsheet would run as a formula, after any number of the apostrophes that
   * prevent it.
   */
  private static final Pattern FORMULA =
      Pattern.compile("(?s)'*[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20].*");

  private CsvText() {}

  /**
   * {@return a cell, in quotes if it needs them}
   *
   * <p>A text that a spreadsheet takes for a formula gets a leading apostrophe.
   *
   * @see <a href="https://owasp.org/www-community/attacks/CSV_Injection">CSV injection</a>
   */
  static String cell(String text) {
    var inert = FORMULA.matcher(text).matches() ? "'" + text : text;
    return SPECIAL.matcher(inert).find() ? '"' + inert.replace("\"", "\"\"") + '"' : inert;
  }

  /** {@return the text from which {@link #cell} made the content of a cell} */
  static String text(String content) {
    return content.startsWith("'") && FORMULA.matcher(content).matches()
        ? content.substring(1)
        : content;
  }

  /**
   * A row of a text.
   *
   * @param cells without their quotes
   * @param end the start of the next row
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

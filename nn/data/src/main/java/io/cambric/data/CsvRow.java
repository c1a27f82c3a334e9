package io.cambric.data;

import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A record of a file, with its line and number.
 *
 * @param file the name for messages
 * @param line of its end, from 1
 * @param number of the record after the header, from 1
 */
record CsvRow(String file, long line, long number, List<String> fields) {

  private static final Pattern DECIMAL_COMMA = Pattern.compile("[-+]?\\d+,\\d+");

  /** {@return the failure of a field} */
  DataException unfit(String column, String needed, String field) {
    return unfit(column, needed, field, "Correct the file, or declare the text a missing value.");
  }

  /**
   * {@return the failure of a field}
   *
   * @param mend a sentence, unless the field shows another one
   */
  DataException unfit(String column, String needed, String field, String mend) {
    return new DataException(
        "%s, line %d, record %d, column %s needs %s, but has %s. %s"
            .formatted(
                file,
                line,
                number,
                Quoted.of(column),
                needed,
                Quoted.of(field),
                DECIMAL_COMMA.matcher(field.strip()).matches()
                    ? "Write the number with a decimal point."
                    : fields.size() == 1 ? RecordType.mendOfHeader(List.of(column), mend) : mend));
  }
}

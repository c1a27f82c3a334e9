package io.cambric.data;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.List;

/**
 * A record of a file, with its line and number.
 *
 * @param file the name for messages
 * @param line of its end, from 1
 * @param number of the record after the header, from 1
 */
record CsvRow(String file, long line, long number, List<String> fields) {

  /** {@return the failure of a field} */
  DataException unfit(String column, String needed, String field) {
    return new DataException(
        "%s, line %d, record %d, column %s needs %s, but has %s. Correct the file, or declare the text a missing value."
            .formatted(file, line, number, Quoted.of(column), needed, Quoted.of(field)));
  }
}

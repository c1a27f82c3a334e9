package io.cambric.data;

import java.util.Set;

/**
 * The form of a file.
 *
 * @param missing the texts of a missing number
 * @param longestRow in characters
 */
record CsvOptions(
    char delimiter, boolean header, Set<String> missing, int longestRow, ColumnRanges ranges) {

  static final CsvOptions DEFAULT =
      new CsvOptions(',', true, Set.of(""), Csv.LONGEST_ROW, ColumnRanges.NONE);

  CsvOptions {
    missing = Set.copyOf(missing);
  }

  CsvOptions withDelimiter(char delimiter) {
    return new CsvOptions(delimiter, header, missing, longestRow, ranges);
  }

  CsvOptions withoutHeader() {
    return new CsvOptions(delimiter, false, missing, longestRow, ranges);
  }

  CsvOptions withMissing(Set<String> missing) {
    return new CsvOptions(delimiter, header, missing, longestRow, ranges);
  }

  CsvOptions withLongestRow(int longestRow) {
    return new CsvOptions(delimiter, header, missing, longestRow, ranges);
  }

  CsvOptions withRanges(ColumnRanges ranges) {
    return new CsvOptions(delimiter, header, missing, longestRow, ranges);
  }
}

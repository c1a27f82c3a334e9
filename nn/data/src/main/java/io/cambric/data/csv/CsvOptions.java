package io.cambric.data.csv;

import java.util.Set;

/** The form of a file. */
record CsvOptions(char delimiter, boolean header, Set<String> missing) {

  static final CsvOptions DEFAULT = new CsvOptions(',', true, Set.of(""));

  CsvOptions {
    missing = Set.copyOf(missing);
  }
}

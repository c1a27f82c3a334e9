package io.cambric.benchmarks;

import java.util.List;

/**
 * A table of a page, as text.
 *
 * @param title behind the name of the benchmark
 * @param heads of the columns; all but the first have numbers
 */
record PageTable(String title, List<String> heads, List<List<String>> rows) {

  PageTable {
    heads = List.copyOf(heads);
    rows = List.copyOf(rows);
  }
}

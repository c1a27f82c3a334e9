package io.cambric.data;

import io.cambric.data.record.RecordType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that numbers of a table need.
 *
 * @param common range of the columns without one of their own; null for all numbers
 * @param own by the names of columns
 */
record ColumnRanges(@Nullable Range common, Map<String, Range> own) {

  static final ColumnRanges NONE = new ColumnRanges(null, Map.of());

  ColumnRanges {
    own = Map.copyOf(own);
  }

  /**
   * {@return these, with another range for some columns, or if none are named, for all without one}
   */
  ColumnRanges with(Range range, String... columns) {
    if (columns.length == 0) {
      return new ColumnRanges(range, own);
    }
    var changed = new HashMap<>(own);
    for (var column : columns) {
      changed.put(column, range);
    }
    return new ColumnRanges(common, changed);
  }

  /** {@return the range of a column; null for all numbers} */
  @Nullable Range of(String column) {
    return own.getOrDefault(column, common);
  }

  /**
   * Refuses a table that lacks a column with a range of its own.
   *
   * @throws io.cambric.errors.DataException if there is none, or more than one
   */
  void requireIn(List<String> columns, String table) {
    own.keySet().stream().sorted().forEach(name -> RecordType.place(columns, name, table));
  }
}

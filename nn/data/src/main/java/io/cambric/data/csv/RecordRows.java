package io.cambric.data.csv;

import io.cambric.data.Reading;
import io.cambric.data.file.Source;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a file as records of Java; mutable. */
final class RecordRows<R extends Record> implements Reading<R> {

  private final CsvOptions options;
  private final RecordType<R> type;
  private final CsvRows rows;
  private final List<String> names;
  private final int[] places;
  private final Decimal decimal = new Decimal();

  RecordRows(Source source, CsvOptions options, RecordType<R> type) {
    this.options = options;
    this.type = type;
    this.names = type.names();
    this.rows = CsvRows.open(source, options);
    var header = rows.next();
    if (header == null) {
      rows.close();
      throw new DataException(
          "%s needs a header with the names of its columns, but is empty. Check that it is whole."
              .formatted(source.name()));
    }
    try {
      this.places = type.places(header.fields(), source.name());
    } catch (DataException e) {
      rows.close();
      throw e;
    }
  }

  @Override
  public @Nullable R next() {
    var row = rows.next();
    if (row == null) {
      return null;
    }
    var values = new Object[places.length];
    for (int i = 0; i < values.length; i++) {
      var field = row.fields().get(places[i]);
      values[i] = value(row, names.get(i), type.type(i), field);
    }
    return type.make(values, "%s, line %d".formatted(row.file(), row.line()));
  }

  private Object value(CsvRow row, String name, Class<?> component, String field) {
    if (component == String.class) {
      return field;
    }
    boolean missing = options.isMissing(field);
    var bytes = field.getBytes(StandardCharsets.UTF_8);
    if (component == float.class || component == double.class) {
      if (!missing && !decimal.isNumber(bytes, 0, bytes.length)) {
        throw row.unfit(name, "a number", field);
      }
      double number = missing ? Double.NaN : decimal.value();
      // A conditional expression would make a double of the float.
      if (component == float.class) {
        return (float) number;
      }
      return number;
    }
    if (component == boolean.class) {
      return truth(row, name, field);
    }
    if (missing || !decimal.isInteger(bytes, 0, bytes.length)) {
      throw row.unfit(name, "an integer", field);
    }
    return integer(row, name, component, field, decimal.integer());
  }

  private static boolean truth(CsvRow row, String name, String field) {
    boolean holds = field.equals("1") || field.equalsIgnoreCase("true");
    if (!holds && !field.equals("0") && !field.equalsIgnoreCase("false")) {
      throw row.unfit(name, "true, false, 1 or 0", field);
    }
    return holds;
  }

  private static Object integer(
      CsvRow row, String name, Class<?> component, String field, long number) {
    if (component == long.class) {
      return number;
    }
    if (component == int.class && number == (int) number) {
      return (int) number;
    }
    if (component == short.class && number == (short) number) {
      return (short) number;
    }
    if (component == byte.class && number == (byte) number) {
      return (byte) number;
    }
    throw row.unfit(name, "an integer that fits " + component, field);
  }

  @Override
  public void close() {
    rows.close();
  }
}

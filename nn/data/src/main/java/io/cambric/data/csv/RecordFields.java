package io.cambric.data.csv;

import io.cambric.data.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The components of the record of the current row; mutable. */
final class RecordFields<R extends Record> implements LineTarget {

  private static final int UNWANTED = -1;

  private final RecordType<R> type;
  private final MissingTexts missing;
  private final List<String> names;

  /** For each field of a line the component that it becomes. */
  private final int[] components;

  private final int[] places;
  private final Class<?>[] types;
  private final Object[] values;
  private final Decimal decimal = new Decimal();
  private long rows;

  /**
   * Looks for the components in the header.
   *
   * @param table its name, for messages
   * @throws io.cambric.errors.DataException if a component has no column, or more than one
   */
  RecordFields(RecordType<R> type, CsvOptions options, List<String> columns, String table) {
    this.type = type;
    this.missing = new MissingTexts(options);
    this.names = type.names();
    this.places = type.places(columns, table);
    this.components = new int[columns.size()];
    this.types = new Class<?>[places.length];
    this.values = new Object[places.length];
    Arrays.fill(components, UNWANTED);
    for (int i = 0; i < places.length; i++) {
      components[places[i]] = i;
      types[i] = type.type(i);
    }
  }

  /**
   * {@return the record of the row that was stored last}
   *
   * @param place gives the file and the line, for messages
   * @throws io.cambric.errors.DataException if its constructor refuses the values
   */
  R make(Supplier<String> place) {
    return type.make(values, place);
  }

  @Override
  public int width() {
    return components.length;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public boolean store(int field, byte[] bytes, int from, int to) {
    int component = components[field];
    if (component == UNWANTED) {
      return true;
    }
    var value = value(types[component], bytes, from, to);
    if (value == null) {
      return false;
    }
    values[component] = value;
    return true;
  }

  @Override
  public void endRow() {
    rows++;
  }

  @Override
  public void add(CsvRow row) {
    for (int i = 0; i < places.length; i++) {
      var field = row.fields().get(places[i]);
      var bytes = field.getBytes(StandardCharsets.UTF_8);
      var value = value(types[i], bytes, 0, bytes.length);
      if (value == null) {
        throw row.unfit(names.get(i), needed(types[i], bytes), field);
      }
      values[i] = value;
    }
    rows++;
  }

  /** {@return the value of a component; null if the field does not fit} */
  private @Nullable Object value(Class<?> component, byte[] bytes, int from, int to) {
    if (component == float.class || component == double.class) {
      return floating(component, bytes, from, to);
    }
    if (component == String.class) {
      return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
    if (component == boolean.class) {
      return truth(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
    return isInteger(bytes, from, to) ? integer(component, decimal.integer()) : null;
  }

  private @Nullable Object floating(Class<?> component, byte[] bytes, int from, int to) {
    boolean isMissing = missing.contains(bytes, from, to);
    if (!isMissing && !decimal.isNumber(bytes, from, to)) {
      return null;
    }
    double number = isMissing ? Double.NaN : decimal.value();
    // A conditional expression would make a double of the float.
    if (component == float.class) {
      return (float) number;
    }
    return number;
  }

  private boolean isInteger(byte[] bytes, int from, int to) {
    return !missing.contains(bytes, from, to) && decimal.isInteger(bytes, from, to);
  }

  private static @Nullable Boolean truth(String field) {
    boolean holds = field.equals("1") || field.equalsIgnoreCase("true");
    return holds || field.equals("0") || field.equalsIgnoreCase("false") ? holds : null;
  }

  private static @Nullable Object integer(Class<?> component, long number) {
    if (component == long.class) {
      return number;
    }
    if (component == int.class) {
      return number == (int) number ? (Object) (int) number : null;
    }
    if (component == short.class) {
      return number == (short) number ? (Object) (short) number : null;
    }
    return number == (byte) number ? (Object) (byte) number : null;
  }

  /** {@return what a field that does not fit should have been} */
  private String needed(Class<?> component, byte[] bytes) {
    if (component == float.class || component == double.class) {
      return "a number";
    }
    if (component == boolean.class) {
      return "true, false, 1 or 0";
    }
    return isInteger(bytes, 0, bytes.length) ? "an integer that fits " + component : "an integer";
  }
}

package io.cambric.data;

import io.cambric.data.record.Decimal;
import io.cambric.data.record.RecordType;
import io.cambric.data.record.TextValues;
import java.math.BigDecimal;
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

  /** The component of each field of a line. */
  private final int[] components;

  private final int[] places;
  private final Class<?>[] types;

  /** The ranges of numeric components; null for no range. */
  private final @Nullable Range[] ranges;

  private final Object[] values;
  private final TextValues texts = new TextValues();
  private final Decimal decimal = new Decimal();

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
    this.ranges = new @Nullable Range[places.length];
    this.values = new Object[places.length];
    Arrays.fill(components, UNWANTED);
    for (int i = 0; i < places.length; i++) {
      components[places[i]] = i;
      types[i] = type.type(i);
      if (isNumber(types[i]) || types[i] == BigDecimal.class) {
        ranges[i] = options.ranges().of(names.get(i));
      }
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
  public boolean store(int field, byte[] bytes, int from, int to) {
    int component = components[field];
    if (component == UNWANTED) {
      return true;
    }
    var value = value(component, bytes, from, to);
    if (value == null) {
      return false;
    }
    values[component] = value;
    return true;
  }

  /** The values stay for {@link #make}. */
  @Override
  public void endRow() {}

  @Override
  public void add(CsvRow row) {
    for (int i = 0; i < places.length; i++) {
      var field = row.fields().get(places[i]);
      var bytes = field.getBytes(StandardCharsets.UTF_8);
      var value = value(i, bytes, 0, bytes.length);
      if (value == null) {
        throw row.unfit(names.get(i), needed(i, field), field);
      }
      values[i] = value;
    }
  }

  private static boolean isNumber(Class<?> type) {
    return type.isPrimitive() && type != boolean.class;
  }

  /** {@return the value of a component; null if the field does not fit} */
  private @Nullable Object value(int component, byte[] bytes, int from, int to) {
    var type = types[component];
    if (isNumber(type) && missing.contains(bytes, from, to)) {
      return RecordType.missing(type);
    }
    var range = ranges[component];
    var value = texts.value(type, bytes, from, to);
    return range == null || range.contains(decimal, bytes, from, to) ? value : null;
  }

  private String needed(int component, String field) {
    var range = ranges[component];
    return range == null || texts.value(types[component], field) == null
        ? texts.needed(types[component], field)
        : range.needed("a number");
  }
}

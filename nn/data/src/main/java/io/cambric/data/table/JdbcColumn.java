package io.cambric.data.table;

import io.cambric.data.record.ComponentValues;
import io.cambric.data.record.TextValues;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.Temporal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of a query, with the component that its values become; mutable.
 *
 * <p>Values are read in their own type, because conversions of drivers round, cut and overflow.
 */
final class JdbcColumn {

  private final int place;
  private final Class<?> component;
  private final int type;
  private final String typeName;
  private final TextValues texts = new TextValues();

  /**
   * Looks at a column.
   *
   * @param place the index in the result, from 1
   */
  JdbcColumn(ResultSet rows, int place, Class<?> component) throws SQLException {
    this.place = place;
    this.component = component;
    this.type = rows.getMetaData().getColumnType(place);
    this.typeName = rows.getMetaData().getColumnTypeName(place);
  }

  Class<?> component() {
    return component;
  }

  /** {@return the name of the type in the database} */
  String typeName() {
    return typeName;
  }

  /** {@return the value of the current row; null if there is none} */
  @Nullable Object read(ResultSet rows) throws SQLException {
    if (component == String.class || component.isEnum()) {
      return text(rows);
    }
    var time = time();
    return time == null ? whole(rows.getObject(place)) : rows.getObject(place, time);
  }

  /** {@return a text; bytes stay bytes, although drivers would return a text} */
  private @Nullable Object text(ResultSet rows) throws SQLException {
    boolean mayBeBytes =
        switch (type) {
          case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.OTHER -> true;
          default -> false;
        };
    var raw = mayBeBytes ? rows.getObject(place) : null;
    return isBytes(raw) ? raw : rows.getString(place);
  }

  private static boolean isBytes(@Nullable Object value) {
    return value instanceof byte[] || value instanceof Blob;
  }

  /**
   * {@return the class to ask for, because drivers default to older classes for dates and times}
   */
  private @Nullable Class<?> time() {
    if (!Temporal.class.isAssignableFrom(component)) {
      return null;
    }
    return switch (type) {
      case Types.DATE -> LocalDate.class;
      case Types.TIME -> LocalTime.class;
      // PostgreSQL distinguishes times with and without a zone by their names alone.
      case Types.TIMESTAMP ->
          typeName.toLowerCase(Locale.ROOT).equals("timestamptz")
              ? OffsetDateTime.class
              : LocalDateTime.class;
      case Types.TIMESTAMP_WITH_TIMEZONE -> OffsetDateTime.class;
      default -> null;
    };
  }

  private static @Nullable Object whole(@Nullable Object value) {
    return switch (value) {
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case BigInteger number when number.bitLength() < Long.SIZE -> number.longValue();
      case null, default -> value;
    };
  }

  /** {@return a value as the component; null if it does not fit} */
  @Nullable Object taken(Object value) {
    if (isBytes(value)) {
      return null;
    }
    return value instanceof String text && component != String.class
        ? texts.value(component, text)
        : ComponentValues.of(value, component);
  }

  /** {@return the requirement on the component, for messages} */
  String needed(Object value) {
    return value instanceof String text
        ? texts.needed(component, text)
        : ComponentValues.needed(component);
  }
}

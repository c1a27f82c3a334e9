package io.cambric.data.table;

import io.cambric.data.Dataset;
import io.cambric.data.RecordReader;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A query of a database, whose rows become records. Immutable; each iterator opens a connection and
 * runs the query.
 *
 * <p>A database returns rows in an arbitrary order, which may change each time. So a query needs
 * {@code ORDER BY} over columns that differ in all rows. Without it, a resumed dataset may repeat
 * rows and miss others. The same holds for rows that change between two runs.
 *
 * {@snippet :
 * var rows = JdbcQuery.of(source, "SELECT x, y FROM points WHERE x < ? ORDER BY id", 10);
 * Dataset<Point> points = rows.records(Point.class);
 * }
 */
public final class JdbcQuery {

  private final DataSource source;
  private final String sql;
  private final List<Object> parameters;

  private JdbcQuery(DataSource source, String sql, List<Object> parameters) {
    this.source = source;
    this.sql = sql;
    this.parameters = parameters;
  }

  /**
   * {@return a query}
   *
   * @param sql with a question mark for each parameter
   */
  public static JdbcQuery of(DataSource source, String sql, Object... parameters) {
    return new JdbcQuery(source, sql, List.of(parameters));
  }

  /**
   * {@return the rows as records, whose components have the names of columns, in any case}
   *
   * <p>Components are numbers, booleans, {@link String}, enums, {@link java.math.BigDecimal},
   * {@link java.util.UUID}, {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link
   * java.time.LocalDateTime}, and {@link java.time.Instant} for times with a zone. They take
   * exactly the value of the database, or the read fails. Floating components take the nearest
   * finite number. Text is parsed. NULL is NaN for a floating component, and an error for others.
   *
   * <p>Iterators throw a {@link DataException} where the database fails, or a row does not fit. The
   * rows are read as a stream, and a resumed iterator skips rows that were read before.
   *
   * @param type a record class; in a named module its package is open to io.cambric.data
   */
  public <R extends Record> Dataset<R> records(Class<R> type) {
    var record = new RecordType<>(type);
    return Dataset.reading(() -> new Rows<>(this, record));
  }

  private static final class Rows<R extends Record> implements RecordReader<R> {

    private static final int ROWS_AT_ONCE = 1024;

    private final String name;
    private final RecordType<R> type;
    private final Connection connection;
    private final ResultSet rows;

    /** The columns of the components. */
    private final List<JdbcColumn> columns;

    private long number;

    Rows(JdbcQuery query, RecordType<R> type) {
      this.name = "Query " + Quoted.of(query.sql);
      this.type = type;
      var opened = new ArrayList<AutoCloseable>();
      try {
        this.connection = query.source.getConnection();
        opened.add(connection);
        // Some drivers read all rows at once in auto-commit mode.
        connection.setAutoCommit(false);
        this.rows = statement(connection, query).executeQuery();
        this.columns = columns(rows, type, name);
      } catch (SQLException e) {
        closeAll(opened, e);
        throw failure(e);
      } catch (RuntimeException e) {
        closeAll(opened, e);
        throw e;
      }
    }

    private static PreparedStatement statement(Connection connection, JdbcQuery query)
        throws SQLException {
      // Closed with its connection.
      var statement = connection.prepareStatement(query.sql);
      statement.setFetchSize(ROWS_AT_ONCE);
      for (int i = 0; i < query.parameters.size(); i++) {
        statement.setObject(i + 1, query.parameters.get(i));
      }
      return statement;
    }

    private static List<JdbcColumn> columns(ResultSet rows, RecordType<?> type, String name)
        throws SQLException {
      var labels = new ArrayList<String>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        var label = rows.getMetaData().getColumnLabel(i);
        labels.add(type.names().stream().filter(label::equalsIgnoreCase).findFirst().orElse(label));
      }
      var places = type.places(labels, name);
      var columns = new ArrayList<JdbcColumn>();
      for (int i = 0; i < places.length; i++) {
        columns.add(new JdbcColumn(rows, places[i] + 1, type.type(i)));
      }
      return columns;
    }

    private static void closeAll(List<AutoCloseable> opened, Exception reason) {
      for (var each : opened) {
        try {
          each.close();
        } catch (Exception e) {
          reason.addSuppressed(e);
        }
      }
    }

    private DataException failure(SQLException cause) {
      return new DataException(
          "%s, row %d, could not be read from the database: %s. Check the query and the connection."
              .formatted(name, number + 1, cause.getMessage()),
          cause);
    }

    @Override
    public @Nullable R next() {
      try {
        if (!rows.next()) {
          return null;
        }
        var values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(i);
        }
        number++;
        return type.make(values, () -> "%s, row %d".formatted(name, number));
      } catch (SQLException e) {
        throw failure(e);
      }
    }

    private Object value(int component) throws SQLException {
      var column = columns.get(component);
      var value = column.read(rows);
      var taken = value == null ? RecordType.missing(column.component()) : column.taken(value);
      if (taken != null) {
        return taken;
      }
      var place =
          "%s, row %d, column %s"
              .formatted(name, number + 1, Quoted.of(type.names().get(component)));
      if (value == null) {
        throw new DataException(
            "%s needs a %s, but is NULL. Exclude such rows with WHERE, or use COALESCE."
                .formatted(place, column.component().getSimpleName()));
      }
      throw new DataException(
          "%s needs %s, but has %s of type %s. Change the component, or CAST the column in the query."
              .formatted(place, column.needed(value), shown(value), column.typeName()));
    }

    private static String shown(Object value) {
      return switch (value) {
        case String text -> Quoted.of(text);
        case Number _, Boolean _, TemporalAccessor _, Date _ -> value.toString();
        default -> "a value";
      };
    }

    @Override
    public void close() {
      // Closed even if the transaction, which wrote nothing, cannot be ended.
      try (connection) {
        if (!connection.isClosed()) {
          connection.rollback();
        }
      } catch (SQLException e) {
        throw failure(e);
      }
    }
  }

  /** {@return the query, without its parameters} */
  @Override
  public String toString() {
    return "JdbcQuery of " + sql;
  }
}

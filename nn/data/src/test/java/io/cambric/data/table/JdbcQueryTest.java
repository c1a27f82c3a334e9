package io.cambric.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.data.Dataset;
import io.cambric.errors.DataException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcQueryTest {

  record Point(int id, float x, String name, boolean kept) {}

  private final JdbcDataSource source = new JdbcDataSource();

  @BeforeEach
  void fill() throws SQLException {
    source.setURL("jdbc:h2:mem:points;DB_CLOSE_DELAY=-1");
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
      statement.execute("CREATE TABLE points (id INT, x REAL, name VARCHAR, kept BOOLEAN)");
      statement.execute(
          "INSERT INTO points VALUES (3, 0.5, 'c', true), (1, NULL, 'a', false), (2, 2, NULL,"
              + " true)");
    }
  }

  private Dataset<Point> points(String where) {
    return JdbcQuery.of(source, "SELECT * FROM points WHERE " + where + " ORDER BY id", 3)
        .records(Point.class);
  }

  @Test
  void rows_become_records_and_a_resumed_iterator_goes_on() {
    var dataset = points("id <= ? AND name IS NOT NULL");
    var last = new Point(3, 0.5f, "c", true);
    assertThat(dataset).containsExactly(new Point(1, Float.NaN, "a", false), last);
    try (var iterator = dataset.iterator(new long[] {1})) {
      assertThat(iterator).toIterable().containsExactly(last);
    }
  }

  @Test
  void null_is_refused_where_the_component_has_no_value_for_it() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> points("id <= ?").inMemory())
        .withMessageStartingWith(
            "Query \"SELECT * FROM points WHERE id <= ? ORDER BY id\", row 2, column "
                + "\"name\" needs a String, but is NULL. Exclude such rows with WHERE, or use "
                + "COALESCE.");
  }

  @Test
  void a_connection_is_closed_also_where_its_transaction_cannot_be_ended() throws SQLException {
    try (var connection = source.getConnection()) {
      var broken = proxy(Connection.class, connection, "rollback");
      var iterator =
          JdbcQuery.of(proxy(DataSource.class, source, "none", broken), "SELECT 1 AS x")
              .records(Whole.class)
              .iterator();
      assertThat(iterator.next()).isEqualTo(new Whole(1));

      assertThatExceptionOfType(DataException.class)
          .isThrownBy(iterator::close)
          .withMessageStartingWith(
              "Query \"SELECT 1 AS x\", row 2, could not be read from the database: The line "
                  + "is dead. Check the query and the connection.");
      assertThat(connection.isClosed()).isTrue();
    }
  }

  /** {@return an object that fails in one method, or gives a connection instead of its own} */
  private static <T> T proxy(Class<T> type, T own, String failing, Connection... instead) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals(failing)) {
                throw new SQLException("The line is dead");
              }
              return method.getName().equals("getConnection")
                  ? instead[0]
                  : method.invoke(own, arguments);
            }));
  }

  @Test
  void a_query_that_the_database_refuses_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> points("none = ?").inMemory())
        .withMessageStartingWith(
            "Query \"SELECT * FROM points WHERE none = ? ORDER BY id\", row 1,")
        .withMessageContaining("Check the query and the connection.");
  }

  @Test
  void a_column_that_is_not_there_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> JdbcQuery.of(source, "SELECT id FROM points").records(Point.class).inMemory())
        .withMessageContaining("needs a column \"x\", but has [\"id\"]");
  }

  private <R extends Record> Dataset<R> query(String sql, Class<R> type) {
    return JdbcQuery.of(source, sql).records(type);
  }

  private void assertRefused(String sql, Class<? extends Record> type, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> query(sql, type).inMemory())
        .withMessageStartingWith("Query \"" + sql + "\", " + message);
  }

  record Whole(int x) {}

  record Small(byte x) {}

  record Near(float x) {}

  record Truth(boolean x) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          CAST(2.9 AS DOUBLE);2.9 of type DOUBLE PRECISION
          CAST(-0.5 AS REAL);-0.5 of type REAL
          CAST('NaN' AS DOUBLE);NaN of type DOUBLE PRECISION
          CAST('Infinity' AS DOUBLE);Infinity of type DOUBLE PRECISION
          CAST(1e10 AS DOUBLE);1.0E10 of type DOUBLE PRECISION
          CAST(2.50 AS NUMERIC(5, 2));2.50 of type NUMERIC
          CAST(3000000000 AS BIGINT);3000000000 of type BIGINT
          """)
  void a_number_that_an_integer_would_round_or_cut_is_refused(String value, String shown) {
    assertRefused(
        "SELECT " + value + " AS x",
        Whole.class,
        "row 1, column \"x\" needs an integer that fits int, but has "
            + shown
            + ". Change the component, or CAST the column in the query.");
  }

  @Test
  void whole_numbers_of_any_type_fit_integers() {
    assertThat(
            query(
                "SELECT CAST(3 AS DOUBLE) AS x UNION ALL SELECT CAST(4 AS DOUBLE) ORDER BY x",
                Whole.class))
        .containsExactly(new Whole(3), new Whole(4));
    assertThat(query("SELECT CAST(7 AS NUMERIC(9, 2)) AS x", Whole.class))
        .containsExactly(new Whole(7));
    assertThat(query("SELECT TRUE AS x", Whole.class)).containsExactly(new Whole(1));
    assertThat(query("SELECT ' 12' AS x", Whole.class)).containsExactly(new Whole(12));
    assertRefused(
        "SELECT 128 AS x",
        Small.class,
        "row 1, column \"x\" needs an integer that fits byte, but has 128 of type INTEGER.");
    assertRefused(
        "SELECT '2.9' AS x",
        Whole.class,
        "row 1, column \"x\" needs an integer, but has \"2.9\" of type CHARACTER VARYING.");
    assertRefused(
        "SELECT 2 AS x",
        Truth.class,
        "row 1, column \"x\" needs true, false, 1 or 0, but has 2 of type INTEGER.");
  }

  @Test
  void floats_take_the_nearest_number_and_never_an_infinite_one() {
    assertThat(query("SELECT CAST(0.1 AS DOUBLE) AS x", Near.class))
        .containsExactly(new Near(0.1f));
    assertThat(query("SELECT CAST('-Infinity' AS DOUBLE) AS x", Near.class))
        .containsExactly(new Near(Float.NEGATIVE_INFINITY));
    for (var large : List.of("CAST(1e300 AS DOUBLE)", "CAST(-1e39 AS DECFLOAT)")) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> query("SELECT " + large + " AS x", Near.class).inMemory())
          .withMessageContaining("row 1, column \"x\" needs a number that fits float, but has ");
    }
  }

  enum Colour {
    RED,
    GREEN
  }

  record Typed(
      LocalDate born,
      LocalTime clock,
      LocalDateTime stamp,
      Instant at,
      BigDecimal price,
      UUID id,
      Colour colour,
      String text) {}

  @Test
  void dates_decimals_and_enums_have_the_values_of_the_database() {
    var sql =
        """
        SELECT DATE '2024-02-29' AS born,
          TIME '13:45:10.123456789' AS clock,
          TIMESTAMP '1969-12-31 23:59:59.999999999' AS stamp,
          TIMESTAMP WITH TIME ZONE '2024-02-29 13:45:10.5+01:00' AS at,
          CAST(12.340 AS NUMERIC(20, 3)) AS price,
          CAST('123e4567-e89b-12d3-a456-426614174000' AS UUID) AS id,
          'GREEN' AS colour,
          CAST(3 AS INTEGER) AS text
        """;
    assertThat(query(sql, Typed.class))
        .containsExactly(
            new Typed(
                LocalDate.of(2024, 2, 29),
                LocalTime.parse("13:45:10.123456789"),
                LocalDateTime.parse("1969-12-31T23:59:59.999999999"),
                Instant.parse("2024-02-29T12:45:10.5Z"),
                new BigDecimal("12.340"),
                UUID.fromString("123e4567-e89b-12d3-a456-426614174000"),
                Colour.GREEN,
                "3"));
  }

  record Text(String x) {}

  record Day(LocalDate x) {}

  @Test
  void a_uuid_is_text_and_bytes_are_none() {
    assertThat(
            query("SELECT CAST('123e4567-e89b-12d3-a456-426614174000' AS UUID) AS x", Text.class))
        .containsExactly(new Text("123e4567-e89b-12d3-a456-426614174000"));
    assertRefused(
        "SELECT X'6162' AS x",
        Text.class,
        "row 1, column \"x\" needs a value that fits String, but has a value of type BINARY"
            + " VARYING.");
  }

  @Test
  void a_date_is_no_number() {
    assertRefused(
        "SELECT DATE '2024-02-29' AS x",
        Whole.class,
        "row 1, column \"x\" needs an integer that fits int, but has 2024-02-29 of type DATE.");
  }

  @Test
  void a_time_of_day_is_not_cut_off() {
    assertThat(query("SELECT TIMESTAMP '2024-02-29 00:00:00' AS x", Day.class))
        .containsExactly(new Day(LocalDate.of(2024, 2, 29)));
    assertRefused(
        "SELECT TIMESTAMP '2024-02-29 00:00:01' AS x",
        Day.class,
        "row 1, column \"x\" needs a value that fits LocalDate, but has 2024-02-29T00:00:01 of type"
            + " TIMESTAMP.");
  }
}

package io.cambric.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.data.Dataset;
import io.cambric.errors.DataException;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
            "Query \"SELECT * FROM points WHERE id <= ? ORDER BY id\", row 2, column \"name\" needs"
                + " a String, but is NULL. Leave such rows out by WHERE, or use COALESCE.");
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
}

package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvWriterTest {

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("run").resolve("metrics.csv");
  }

  private String text() throws IOException {
    return Files.readString(file);
  }

  @Test
  void each_step_is_a_row() throws IOException {
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(0, Map.of("loss", 2.5));
      writer.writeScalars(10, Map.of("loss", Double.NaN));
      writer.writeScalars(20, Map.of("loss", Double.NEGATIVE_INFINITY));
    }

    assertThat(text()).isEqualTo("step,loss\n0,2.5\n10,NaN\n20,-Infinity\n");
  }

  @Test
  void calls_of_one_step_share_a_row_also_after_a_flush() throws IOException {
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(1, Map.of("a", 1.0));
      writer.writeScalars(1, Map.of("b", 2.0));
      writer.writeScalars(2, Map.of("a", 0.125));
      writer.flush();
      assertThat(text()).isEqualTo("step,a,b\n1,1.0,2.0\n2,0.125,\n");
      writer.writeScalars(2, Map.of("b", 3.0));
      writer.flush();
      assertThat(text()).isEqualTo("step,a,b\n1,1.0,2.0\n2,0.125,3.0\n");
      writer.writeScalars(2, Map.of("a", 0.5));
      writer.writeScalars(2, Map.of("b", 4.0));
    }

    assertThat(text()).isEqualTo("step,a,b\n1,1.0,2.0\n2,0.5,4.0\n");
  }

  @Test
  void a_later_name_gets_a_column_that_is_empty_before() throws IOException {
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(1, Map.of("train/loss", 1.0));
      writer.writeScalars(2, Map.of("train/loss", 0.5));
      writer.writeScalars(2, Map.of("eval \"top\", 5", 0.75));
      writer.writeScalars(3, Map.of("train/loss", 0.25));
      writer.writeScalars(1, Map.of("late", 7.0));
      writer.writeScalars(4, Map.of("late", 8.0));
    }

    assertThat(text())
        .isEqualTo(
            """
            step,train/loss,"eval ""top"", 5",late
            1,1.0,,7.0
            2,0.5,0.75,
            3,0.25,,
            4,,,8.0
            """);
  }

  @Test
  void a_resumed_training_writes_its_steps_once() throws IOException {
    try (var writer = CsvWriter.of(file)) {
      for (int step = 0; step < 5; step++) {
        writer.writeScalars(step, Map.of("loss", 1.0 * step));
      }
    }
    Files.writeString(file, text() + "5,0.");
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(3, Map.of("loss", 30.0));
      writer.writeScalars(3, Map.of("accuracy", 0.5));
      writer.writeScalars(4, Map.of("loss", 40.0));
    }

    assertThat(text())
        .isEqualTo("step,loss,accuracy\n0,0.0,\n1,1.0,\n2,2.0,\n3,30.0,0.5\n4,40.0,\n");
  }

  @Test
  void opening_a_file_changes_nothing_until_something_is_written() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "step,loss\n1,2.0\n3,4");

    CsvWriter.of(file).close();

    assertThat(text()).isEqualTo("step,loss\n1,2.0\n3,4");
  }

  @Test
  void a_file_is_replayed_to_another_writer() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "step,loss,accuracy\r\n1,2.0,\r\n3,1.5,0.5\r\n");
    var other = new RecordingWriter();

    CsvWriter.replay(file, other);
    CsvWriter.replay(file, 3, other);

    assertThat(other.calls)
        .containsExactly(
            "scalars 1 {loss=2.0}", "scalars 3 {loss=1.5, accuracy=0.5}", "scalars 1 {loss=2.0}");
  }

  @Test
  void a_file_that_is_no_table_of_metrics_is_refused() throws IOException {
    refuses(
        "a,b\n1,2\n",
        ", line 1: a CSV file of metrics needs a header that begins with \"step\", but got \"a\"."
            + " Name another file, or move this one away.");
    refuses(
        "step,a,a\n",
        ", line 1: a CSV file of metrics needs a different name for each column, but "
            + "got [\"step\", \"a\", \"a\"]. Rename the duplicates.");
    refuses(
        "step,a\n1,2\n2,3,4\n",
        ", row 3: a CSV file of metrics needs 2 cells like its header, but got 3. Remove the row.");
    refuses(
        "step,a\n1,two\n",
        ", row 2: a CSV file of metrics needs a whole number as step, then numbers or "
            + "empty cells, but got [\"1\", \"two\"]. Remove the row.");
  }

  private void refuses(String text, String message) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThatThrownBy(() -> CsvWriter.of(file))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + message);
    assertThat(text()).isEqualTo(text);
  }

  @Test
  void the_name_of_the_first_column_is_taken() {
    try (var writer = CsvWriter.of(file)) {
      assertThatThrownBy(() -> writer.writeScalars(4, Map.of("step", 1.0)))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith(
              file
                  + ", step 4: a CSV file of metrics cannot have a metric \"step\", because its "
                  + "first column has that name. Rename the metric.");
    }
  }

  /** A table calculator would run them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+loss",
        "-loss",
        "@SUM(A1)",
        "\tloss",
        "\r=1",
        "'=1",
        "''-x",
        "=HYPERLINK(\"a,b\")"
      })
  void a_name_like_a_formula_is_inert_in_the_file_and_itself_when_read(String name)
      throws IOException {
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(0, Map.of(name, -2.5));
    }
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(1, Map.of(name, 3.0));
    }

    assertThat(text()).matches("(?s)step,\"?'.*\n0,-2\\.5\n1,3\\.0\n");
    var read = new TreeMap<Long, Map<String, Double>>();
    CsvWriter.replay(
        file,
        new MetricWriter() {
          @Override
          public void writeScalars(long step, Map<String, Double> values) {
            read.put(step, values);
          }

          @Override
          public void close() {}
        });
    assertThat(read).isEqualTo(Map.of(0L, Map.of(name, -2.5), 1L, Map.of(name, 3.0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loss", "recall@5", "a=b", "'quoted'", "1-x"})
  void other_names_are_written_as_they_are(String name) throws IOException {
    try (var writer = CsvWriter.of(file)) {
      writer.writeScalars(0, Map.of(name, 1.0));
    }
    assertThat(text()).isEqualTo("step," + name + "\n0,1.0\n");
  }
}

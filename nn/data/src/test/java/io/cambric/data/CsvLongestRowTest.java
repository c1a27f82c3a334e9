package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.data.file.ContentSource;
import io.cambric.errors.DataException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound for the length of a row. */
class CsvLongestRowTest {

  record Named(String a, int b) {}

  private static final Map<String, Consumer<Csv>> READS = new LinkedHashMap<>();

  static {
    READS.put("ints", csv -> csv.ints("b"));
    READS.put("arrays", csv -> csv.arrays(Map.of("b", DType.F64)));
    READS.put("records", csv -> csv.records(Named.class).inMemory());
    READS.put("rows", csv -> csv.rows().inMemory());
  }

  private static Csv csv(String text) {
    return Csv.of(text.getBytes(StandardCharsets.UTF_8), "a.csv");
  }

  private static void assertRefused(ThrowingCallable reading, long line, int bound) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading)
        .withMessage(
            "a.csv, line %d, needs a row of at most %d characters, but has a longer row. "
                + "Close its quotation marks, or raise the limit with withLongestRow.",
            line, bound);
  }

  /** Rows of 7 characters, the last of them at line 7. */
  private static List<String> tables(String last) {
    var tables = new ArrayList<String>();
    for (var end : List.of("\n", "\r\n", "\r")) {
      for (var first : List.of("x  ,  1", "\"x\", 01", "äöü,  1")) {
        for (var behind : List.of("", end, end + end)) {
          tables.add("a,b\n\n\nu,  123\n".replace("\n", end) + first + end + end + last + behind);
        }
      }
    }
    return tables;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"long,12", "\"\"\"\",12", "\"\n\r\n\",1", "\"y\n\",12", "ßßßß,12", "😀😀,12"})
  void a_row_of_the_bound_is_read_and_one_with_a_character_more_is_refused(String last) {
    for (var table : tables(last)) {
      var longest = csv(table).withLongestRow(7);
      READS.forEach((read, from) -> {
        from.accept(longest);
        assertRefused(() -> from.accept(longest.withLongestRow(6)), 4, 6);
      });
    }
    for (var table : tables(last.replace(",", ", "))) {
      READS.forEach(
          (read, from) -> assertRefused(() -> from.accept(csv(table).withLongestRow(7)), 7, 7));
    }
  }

  @Test
  void a_header_has_the_bound_of_the_rows() {
    assertThat(csv("\ufeffabc,def\n1,2\n").withLongestRow(7).columns()).hasSize(2);
    assertRefused(csv("\ufeff\nabc,def\n1,2\n").withLongestRow(6)::columns, 2, 6);
    assertRefused(csv("abc,def").withoutHeader().withLongestRow(6)::floats, 1, 6);
  }

  @Test
  void empty_lines_are_of_no_row() {
    for (var end : List.of("\n", "\r\n", "\r")) {
      var empty = end.repeat(20_000);
      var csv = csv(empty + "a,b" + empty + "\"1\",2" + empty + "3,4" + empty).withLongestRow(5);
      assertThat(csv.floats().toFloats()).containsExactly(1, 2, 3, 4);
      assertThat(csv.rows()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void each_row_is_measured_alone(long seed) {
    var random = new Random(seed);
    var ends = List.of("\n", "\r\n", "\r");
    var text = new StringBuilder("a,b\n");
    int longest = 0;
    int rows = 2000;
    for (int i = 0; i < rows; i++) {
      var word =
          "w".repeat(random.nextInt(100)).replace("ww", random.nextBoolean() ? "\r\n" : "ab");
      var row = "\"%s\",%d".formatted(word, random.nextInt(100));
      longest = Math.max(longest, row.length());
      text.append(row).append(ends.get(random.nextInt(3)));
    }
    var csv = csv(text.toString());
    assertThat(csv.withLongestRow(longest).rows()).as("seed %d", seed).hasSize(rows);
    int bound = longest - 1;
    assertThatExceptionOfType(DataException.class)
        .as("seed %d", seed)
        .isThrownBy(() -> csv.withLongestRow(bound).rows().inMemory())
        .withMessageContaining("needs a row of at most %d characters", bound);
  }

  /** A content of a beginning and what repeats without an end, which counts its bytes. */
  private static final class EndlessSource implements ContentSource {

    private final byte[] beginning;
    private final byte[] repeated;
    private long given;

    EndlessSource(String beginning, String repeated) {
      this.beginning = beginning.getBytes(StandardCharsets.UTF_8);
      this.repeated = repeated.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
      return "a.csv";
    }

    @Override
    public InputStream open() {
      given = 0;
      return new InputStream() {
        @Override
        public int read() {
          long at = given++;
          return at < beginning.length
              ? beginning[(int) at]
              : repeated[(int) ((at - beginning.length) % repeated.length)];
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", ",", "\"", "\n", "\r", "\r\n", "x\n", "1,2\n", "\",\"", "\"\n\""})
  void a_row_that_does_not_end_is_refused_before_it_fills_the_memory(String repeated) {
    for (var beginning : List.of("a,b\n1,2\n\"", "a,b\n1,2\n\"\"\",\"\"")) {
      var source = new EndlessSource(beginning, repeated);
      var csv = Csv.of(source).withLongestRow(100_000);
      READS.forEach((read, from) -> {
        if (beginning.endsWith("2\n\"") && !repeated.contains("\"")) {
          assertRefused(() -> from.accept(csv), 3, 100_000);
        } else {
          assertThatExceptionOfType(DataException.class).isThrownBy(() -> from.accept(csv));
        }
        assertThat(source.given).as(read).isLessThan(1_000_000);
      });
    }
  }

  @Test
  void a_plain_line_that_does_not_end_is_refused_by_the_bound_that_nobody_has_set() {
    var source = new EndlessSource("a,b\n1,2\n", "3");
    for (var read : List.of("ints", "records", "rows")) {
      assertRefused(() -> READS.get(read).accept(Csv.of(source)), 3, Csv.LONGEST_ROW);
      assertThat(source.given).as(read).isLessThan(3L * Csv.LONGEST_ROW);
    }
  }

  @Test
  void a_bound_of_no_characters_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> csv("a\n").withLongestRow(0))
        .withMessage("A table needs a row limit of at least 1 character, but got 0. Raise it.");
  }
}

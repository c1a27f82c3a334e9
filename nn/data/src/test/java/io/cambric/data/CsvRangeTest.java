package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.errors.DataException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ranges of the numbers of columns. */
class CsvRangeTest {

  private static final long EXACT = 1L << 53;

  private static Csv csv(String text) {
    return Csv.of(text.getBytes(StandardCharsets.UTF_8), "a.csv");
  }

  private static void assertRefused(
      ThrowingCallable reading, String place, String needed, String field) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading)
        .withMessage(
            "a.csv, %s needs %s, but has \"%s\". Correct the file, or declare the text a missing value.",
            place, needed, field);
  }

  @Test
  void numbers_from_the_lowest_to_the_highest_are_read() {
    var csv = csv("a,b\n0,-1.5\n\"16\",2.5\n").withRange(0, 16, "a").withRange(-1.5, 2.5, "b");
    assertThat(csv.floats().toFloats()).containsExactly(0, -1.5f, 16, 2.5f);
    assertThat(csv.ints("a").toInts()).containsExactly(0, 16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "17", "16.000001", "-1e-9", "1e400", "-inf", "nan", "x", ""})
  void other_fields_are_refused_in_plain_and_in_quoted_lines(String field) {
    for (var form : List.of("%s,1", "%s,\"1\"", "\"%s\",1", "%s,ü")) {
      var csv = csv("a,b\n1,1\n\n" + form.formatted(field)).withMissing().withRange(0, 16, "a");
      var place = "line 4, record 2, column \"a\"";
      for (var dtype : List.of(DType.F32, DType.F64)) {
        assertRefused(() -> csv.arrays(Map.of("a", dtype)), place, "a number from 0 to 16", field);
      }
      assertRefused(() -> csv.floats("a"), place, "a number from 0 to 16", field);
      assertRefused(() -> csv.ints("a"), place, "an integer of i32 from 0 to 16", field);
    }
  }

  @Test
  void a_range_without_columns_is_that_of_all_without_their_own() {
    var table = csv("a,b,c\n16,9,5\n");
    for (var csv :
        List.of(
            table.withRange(0, 9, "b").withRange(0, 16),
            table.withRange(0, 16).withRange(0, 1, "b").withRange(0, 9, "b"))) {
      assertThat(csv.floats().toFloats()).containsExactly(16, 9, 5);
    }
    assertRefused(
        table.withRange(0, 9).withRange(0, 16, "a", "b").withRange(0, 0.5, "c")::floats,
        "line 2, record 1, column \"c\"",
        "a number from 0 to 0.5",
        "5");
    assertRefused(
        table.withRange(0, 16, "a", "c").withRange(-5, 8)::floats,
        "line 2, record 1, column \"b\"",
        "a number from -5 to 8",
        "9");
  }

  @Test
  void a_range_stays_with_the_other_options() {
    var csv =
        csv("1;2\n;9\n")
            .withRange(0, 8)
            .withDelimiter(';')
            .withoutHeader()
            .withMissing("", "9")
            .withLongestRow(3);
    assertThat(csv.floats().toFloats()).containsExactly(1, 2, Float.NaN, Float.NaN);
    assertRefused(
        csv.withMissing("")::floats, "line 2, record 2, column \"1\"", "a number from 0 to 8", "9");
  }

  @Test
  void a_table_with_a_range_is_another_one() {
    var csv = csv("a\n5\n");
    assertRefused(
        csv.withRange(0, 4)::floats, "line 2, record 1, column \"a\"", "a number from 0 to 4", "5");
    assertThat(csv.floats().toFloats()).containsExactly(5);
  }

  @Test
  void missing_numbers_are_in_each_range() {
    var csv = csv("a\n\nNA\n1\n\"\"\n").withMissing("", "NA").withRange(0, 1);
    assertThat(csv.floats().toFloats()).containsExactly(Float.NaN, 1, Float.NaN);
  }

  @Test
  void columns_that_are_not_read_are_not_checked() {
    var csv = csv("a,b\n1,200\n").withRange(0, 16);
    assertThat(csv.floats("a").toFloats()).containsExactly(1);
    assertThat(csv.rows()).containsExactly(List.of("1", "200"));
  }

  @Test
  void booleans_and_text_have_no_range() {
    var csv = csv("a,b\ntrue,5\n").withRange(7, 8);
    assertThat(csv.arrays(Map.of("a", DType.BOOL)).get("a").toInts()).containsExactly(1);
    assertThat(csv.records(Told.class)).containsExactly(new Told(true, "5"));
  }

  record Told(boolean a, String b) {}

  @ParameterizedTest
  @CsvSource({
    "9007199254740992, 9007199254740993",
    "0x1p62, 4611686018427387905",
    "4503599627370496.5, 4503599627370497"
  })
  void integers_are_compared_without_a_rounding(double highest, String above) {
    var place = "line 3, record 2, column \"a\"";
    long last = Long.parseLong(above) - 1;
    var csv = csv("a\n" + last + "\n" + above + "\n").withRange(0, highest, "a");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> csv.arrays(Map.of("a", DType.I64)))
        .withMessageStartingWith("a.csv, " + place + " needs an integer of i64 from 0 to ")
        .withMessageContaining("but has \"" + above + "\"");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> csv.records(Whole.class).inMemory())
        .withMessageStartingWith("a.csv, " + place + " needs a number from 0 to ");
  }

  record Whole(long a) {}

  @Test
  void the_last_long_is_below_a_bound_above_all_longs() {
    var csv = csv("a\n9223372036854775807\n");
    assertThat(csv.withRange(EXACT, 0x1p63).records(Whole.class))
        .containsExactly(new Whole(Long.MAX_VALUE));
    assertRefused(
        csv.withRange(0x1p63, 0x1p64).records(Whole.class)::inMemory,
        "line 2, record 1, column \"a\"",
        "a number from 9.223372036854776E18 to 1.8446744073709552E19",
        "9223372036854775807");
  }

  record Mixed(float a, double b, short c, BigDecimal d) {}

  @Test
  void numbers_of_records_are_in_their_ranges() {
    var header = "a,b,c,d\n";
    var ranges =
        csv(header + "0.1,,300,0.10\n")
            .withRange(0.1, 0.1, "a", "d")
            .withRange(0, 1, "b")
            .withRange(1, 300, "c");
    assertThat(ranges.records(Mixed.class))
        .containsExactly(new Mixed(0.1f, Double.NaN, (short) 300, new BigDecimal("0.10")));
    var place = "line 3, record 2, column ";
    for (var quote : List.of("", "\"")) {
      for (var name : List.of("a", "b", "c", "d")) {
        var row =
            "1,1,1,1"
                .replaceFirst(
                    "^((\\d,){" + (name.charAt(0) - 'a') + "})1", "$1" + quote + "7" + quote);
        assertRefused(
            csv(header + "1,1,1,1\n" + row).withRange(-1, 6.5).records(Mixed.class)::inMemory,
            place + '"' + name + '"',
            "a number from -1 to 6.5",
            "7");
      }
    }
    assertRefused(
        csv(header + "1,1,1,1\n1,1,40000,1").withRange(0, 9).records(Mixed.class)::inMemory,
        place + "\"c\"",
        "an integer that fits short",
        "40000");
  }

  @Test
  void a_range_of_a_column_that_is_not_there_is_refused() {
    var csv = csv("a,b\n1,2\n").withRange(0, 9, "label", "a");
    for (var read :
        List.<ThrowingCallable>of(csv::floats, () -> csv.ints("a"), csv.rows()::inMemory)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(read)
          .withMessage(
              "a.csv needs a column \"label\", but has [\"a\", \"b\"]. Check the names in its"
                  + " header.");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, 1, 0.5", "NaN, 1, NaN, 1", "0, NaN, 0, NaN", "1e20, -0.0, 1.0E20, 0"})
  void a_range_without_a_number_is_refused(double lowest, double highest, String low, String high) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> csv("a\n").withRange(lowest, highest))
        .withMessage(
            "A range needs a lower bound that is at most its upper bound, but got %s and "
                + "%s. Swap or correct them.",
            low, high);
  }

  @Test
  void a_range_may_be_open_at_an_end() {
    var csv = csv("a\n1e300\ninf\n-1\n").withRange(0, Double.POSITIVE_INFINITY);
    assertRefused(
        csv::floats, "line 4, record 3, column \"a\"", "a number from 0 to Infinity", "-1");
  }
}

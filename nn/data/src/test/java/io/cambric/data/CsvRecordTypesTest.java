package io.cambric.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.errors.DataException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Components of records of CSV that are neither numbers nor text. */
class CsvRecordTypesTest {

  enum Colour {
    RED,
    GREEN
  }

  record Typed(
      LocalDate day,
      LocalTime clock,
      LocalDateTime stamp,
      Instant at,
      BigDecimal price,
      UUID id,
      Colour colour) {}

  private static final String HEADER = "day,clock,stamp,at,price,id,colour\n";
  private static final String ID = "123e4567-e89b-12d3-a456-426614174000";

  private static Csv csv(String text) {
    return Csv.of(text.getBytes(StandardCharsets.UTF_8), "a.csv");
  }

  @Test
  void dates_times_decimals_and_enums_are_read_from_plain_and_quoted_lines() {
    var expected =
        new Typed(
            LocalDate.of(2024, 2, 29),
            LocalTime.parse("13:45:10.5"),
            LocalDateTime.parse("2024-02-29T13:45:10"),
            Instant.parse("2024-02-29T12:45:10Z"),
            new BigDecimal("12.340"),
            UUID.fromString(ID),
            Colour.RED);
    assertThat(
            csv(HEADER
                    + "2024-02-29,13:45:10.5,2024-02-29T13:45:10,2024-02-29T12:45:10Z,12.340,"
                    + ID
                    + ",RED\n"
                    // As pandas writes them.
                    + "\"2024-02-29\", 13:45:10.5,2024-02-29 13:45:10,2024-02-29"
                    + " 13:45:10+01:00,12.340,"
                    + ID.toUpperCase(Locale.ROOT)
                    + ",RED\n")
                .records(Typed.class))
        .containsExactly(expected, expected);
  }

  record Stamp(LocalDateTime stamp) {}

  @Test
  void a_date_alone_is_the_start_of_its_day() {
    assertThat(csv("stamp\n2024-02-29\n").records(Stamp.class))
        .containsExactly(new Stamp(LocalDateTime.of(2024, 2, 29, 0, 0)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          day;29.2.2024;a date such as 2026-01-31
          day;2023-02-29;a date such as 2026-01-31
          day;'';a date such as 2026-01-31
          clock;25:00;a time such as 13:45:10.5
          stamp;2024-02-29 13h;a date and time such as 2026-01-31T13:45:10.5
          at;2024-02-29T13:45:10;a date and time with an offset, such as 2026-01-31T13:45:10Z
          price;twelve;a finite number
          id;1-2-3-4-5;a UUID such as 123e4567-e89b-12d3-a456-426614174000
          colour;red;one of ["RED", "GREEN"]
          """)
  void a_field_of_another_form_is_refused(String column, String field, String needed) {
    var names = List.of("day", "clock", "stamp", "at", "price", "id", "colour");
    var fields =
        List.of("2024-02-29", "13:45", "2024-02-29T13:45", "2024-02-29T13:45:00Z", "1", ID, "RED");
    var line = new ArrayList<>(fields);
    line.set(names.indexOf(column), field);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> csv(HEADER + String.join(",", line) + "\n").records(Typed.class).inMemory())
        .withMessageStartingWith(
            "a.csv, line 2, record 1, column \"%s\" needs %s, but has \"%s\"."
                .formatted(column, needed, field));
  }

  record Near(float x) {}

  @ParameterizedTest
  @ValueSource(strings = {"1e300", "-3.5e38"})
  void a_number_beyond_the_largest_float_is_refused(String number) {
    var table = csv("x\n1\n" + number + "\n");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table.records(Near.class).inMemory())
        .withMessageStartingWith(
            "a.csv, line 3, record 2, column \"x\" needs a number that fits float, but has \"%s\"."
                .formatted(number));
    // Arrays have the nearest f32, as those of NumPy.
    assertThat(table.floats("x").toFloats()[1]).isEqualTo(Float.parseFloat(number));
    assertThat(table.arrays(Map.of("x", DType.F64)).get("x").concrete("test").getDouble(1))
        .isEqualTo(Double.parseDouble(number));
    assertThat(csv("x\n-inf\n").records(Near.class))
        .containsExactly(new Near(Float.NEGATIVE_INFINITY));
  }

  record Unknown(List<String> x) {}

  @Test
  void a_component_that_no_table_has_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> csv("x\n1\n").records(Unknown.class))
        .withMessageStartingWith(
            "Component \"x\" of record io.cambric.data.CsvRecordTypesTest$Unknown has the "
                + "type java.util.List, which a table cannot fill. Use numbers, booleans, "
                + "String, enums, BigDecimal, UUID, LocalDate, LocalTime, LocalDateTime or "
                + "Instant, and map the record.");
  }
}

package io.cambric.data.preprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.data.Csv;
import io.cambric.errors.DataException;
import io.cambric.module.config.JsonFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreprocessingTest {

  private static final TextTable TABLE =
      table(
          """
          size,colour,code,made,kind
          1,red,10,2024-01-01,good
          3,blue,20,2024-07-01,good
          ,red,10,,bad
          100,,30,2025-01-01,good
          """);

  /** All rows but the last. */
  private static final TextTable TRAINING = TABLE.select(List.of(0, 1, 2));

  private static final TableColumns COLUMNS =
      TableColumns.automatic().withTarget("kind").withCategories("code");

  private static TextTable table(String csv) {
    return TextTable.read(csv(csv));
  }

  private static Csv csv(String csv) {
    return Csv.of(csv.getBytes(StandardCharsets.UTF_8), "things.csv");
  }

  private static Preprocessing fitted() {
    return Preprocessing.fit(TABLE, TRAINING, COLUMNS);
  }

  private static float[] numbers(Preprocessing preprocessing, TextTable table) {
    return preprocessing.encode(table).numbers().toFloats();
  }

  @Test
  void means_and_deviations_are_those_of_the_training_part() {
    assertThat(fitted().numbers()).containsExactly(new NumberColumn("size", 2, 1));
  }

  @Test
  void equal_numbers_have_their_own_mean_and_the_deviation_1() {
    for (var cell : List.of("0.1", "-7", "1e300")) {
      var rows = table("size\n" + (cell + "\n").repeat(10));
      assertThat(Preprocessing.fit(rows, TableColumns.automatic()).numbers())
          .containsExactly(new NumberColumn("size", Double.parseDouble(cell), 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e200", "1e-200", "5e307", "1e-320"})
  void numbers_of_any_size_are_standardised(String unit) {
    double one = Double.parseDouble(unit);
    var rows = table("size\n%s\n%s\n%s\n%s\n".formatted(-one, one, 3 * one, one));
    var preprocessing = Preprocessing.fit(rows, TableColumns.automatic());

    float root = (float) Math.sqrt(2);
    assertThat(numbers(preprocessing, rows))
        .containsExactly(new float[] {-root, 0, 0, 0, root, 0, 0, 0}, within(1e-3f));
  }

  @Test
  void a_number_that_is_no_float_once_standardised_is_refused() {
    var preprocessing = Preprocessing.fit(table("size\n1\n2\n"), TableColumns.automatic());

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> preprocessing.encode(table("size\n2\n-1e39\n")))
        .withMessage(
            "things.csv, record 2, column \"size\" needs a number nearer to the mean 1.5, but has"
                + " \"-1e39\". Change the cell, or leave it empty.");
  }

  @Test
  void a_missing_number_is_the_mean_with_an_indicator() {
    var preprocessing = Preprocessing.fit(TABLE, TRAINING, COLUMNS.withIgnored("made"));

    assertThat(preprocessing.encode(TABLE).numbers().shape()).isEqualTo(Shape.of(4, 2));
    assertThat(numbers(preprocessing, TABLE)).containsExactly(-1, 0, 1, 0, 0, 1, 98, 0);
  }

  @Test
  void categories_have_a_slot_for_unknown_and_one_for_missing() {
    var preprocessing = fitted();

    assertThat(preprocessing.cardinalities()).containsExactly(4, 4);
    // Colours, where red is the second of blue and red, then codes, of which 30 is unknown.
    assertThat(preprocessing.encode(TABLE).categories().toInts())
        .containsExactly(3, 2, 2, 3, 3, 2, CategoryColumn.MISSING, CategoryColumn.UNKNOWN);
    assertThat(preprocessing.countUnknown(TABLE)).isEqualTo(1);
  }

  @Test
  void rare_categories_count_as_unknown() {
    var preprocessing = Preprocessing.fit(TABLE, COLUMNS.withMinCount(2));

    assertThat(preprocessing.categories())
        .containsExactly(
            new CategoryColumn("colour", List.of("red")),
            new CategoryColumn("code", List.of("10")));
    assertThat(preprocessing.countUnknown(TABLE)).isEqualTo(3);
  }

  @Test
  void a_date_is_its_days_and_the_places_in_year_week_and_day() {
    var preprocessing =
        Preprocessing.fit(
            table("made\n2024-01-01\n2024-01-03T12:00:00\n"), TableColumns.automatic());

    assertThat(preprocessing.dates())
        .containsExactly(new DateColumn("made", "", new NumberColumn("made", 19_724.25, 1.25)));
    // Monday, the first of January, at midnight; then Wednesday at noon, with an offset.
    var rows = numbers(preprocessing, table("made\n2024-01-01\n2024-01-03T14:00+02:00\nNA\n"));
    assertThat(rows)
        .containsExactly(
            new float[] {
              -1, 0, 0, 1, 0, 1, 0, 1,
              1, 0, sin(2 / 366.0), cos(2 / 366.0), sin(2 / 7.0), cos(2 / 7.0), 0, -1,
              0, 1, 0, 0, 0, 0, 0, 0
            },
            within(1e-6f));
  }

  private static float sin(double part) {
    return (float) Math.sin(2 * Math.PI * part);
  }

  private static float cos(double part) {
    return (float) Math.cos(2 * Math.PI * part);
  }

  @Test
  void dates_of_another_form_need_their_pattern() {
    var rows = table("born\n31.12.2023\n02.01.2024\n");

    assertThat(Preprocessing.fit(rows, TableColumns.automatic()).categories()).hasSize(1);
    assertThat(
            Preprocessing.fit(rows, TableColumns.automatic().withDates("born", "dd.MM.yyyy"))
                .dates())
        .containsExactly(new DateColumn("born", "dd.MM.yyyy", new NumberColumn("born", 19_723, 1)));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> Preprocessing.fit(rows, TableColumns.automatic().withDates("born", "MM/dd/yyyy")))
        .withMessage(
            "things.csv, record 1, column \"born\" needs a date of the pattern \"MM/dd/yyyy\", but"
                + " has \"31.12.2023\". Change the cell, or leave it empty.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          dd.MM.yyyy;31.02.2024
          d.M.yy;31.4.24
          yyyy-MM-dd HH:mm;2024-01-01 24:00
          yyyy-MM-dd hh:mm;2024-01-01 10:00
          """)
  void a_date_that_no_calendar_has_is_refused(String pattern, String cell) {
    var columns = TableColumns.automatic().withDates("made", pattern);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(table("made\n" + cell + "\n"), columns))
        .withMessage(
            "things.csv, record 1, column \"made\" needs a date of the pattern \"%s\", but has"
                + " \"%s\". Change the cell, or leave it empty.",
            pattern, cell);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          yyyy-MM-dd HH:mm VV;2024-01-01 19:00 America/New_York
          yyyy-MM-dd HH:mm z;2024-01-01 19:00 EST
          yyyy-MM-dd HH:mmXXX;2024-01-02 01:00+01:00
          uuuu-MM-dd hh:mm a;2024-01-02 12:00 AM
          dd.MM.yy;02.01.24
          d MMM yyyy G;2 Jan 2024 CE
          """)
  void a_date_of_a_pattern_is_at_utc(String pattern, String cell) {
    var columns = TableColumns.automatic().withDates("made", pattern);

    assertThat(Preprocessing.fit(table("made\n" + cell + "\n"), columns).dates())
        .containsExactly(new DateColumn("made", pattern, new NumberColumn("made", 19_724, 1)));
  }

  @Test
  void a_pattern_that_is_none_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TableColumns.automatic().withDates("born", "dd.bb"))
        .withMessage(
            "Dates need a pattern such as dd.MM.yyyy, but got \"dd.bb\": Unknown pattern "
                + "letter: b. Use letters of java.time.format.DateTimeFormatter.");
  }

  @Test
  void numbers_that_no_float_or_double_holds_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            Preprocessing.fit(
                csv("a,price\n1,2\n2,-4e38\n"),
                TableColumns.automatic().withNumericTarget("price")))
        .withMessage(
            "things.csv, record 2, column \"price\" needs a number that fits f32, but has"
                + " \"-4e38\". Change the cell, or leave it empty.");
    var rows = table("size,colour,code,made\n1e999,red,10,\n");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fitted().encode(rows))
        .withMessage(
            "things.csv, record 1, column \"size\" needs a number, but has \"1e999\". Change the"
                + " cell, or leave it empty.");
  }

  @Test
  void columns_that_name_their_rows_look_like_identities() {
    var csv = new StringBuilder("number,code,price,shuffled,words\n");
    for (int i = 0; i < 25; i++) {
      csv.append("%d,c%d,%d.5,%d,w%d\n".formatted(7 * i + 3, i, 31 * i % 25, 31 * i % 25, i % 5));
    }
    var rows = table(csv.toString());

    assertThat(rows.columns().stream().map(rows::kind))
        .containsExactly(
            ColumnKind.IDENTITY,
            ColumnKind.IDENTITY,
            ColumnKind.NUMBER,
            ColumnKind.IDENTITY,
            ColumnKind.CATEGORY);
  }

  @Test
  void ignored_columns_are_not_needed_again() {
    var preprocessing =
        Preprocessing.fit(TABLE, COLUMNS.withIgnored("made", "colour").withTarget("kind"));

    var encoded =
        preprocessing.encode(TextTable.ofRow("request", Map.of("size", " 7 ", "code", "20")));

    assertThat(encoded.categories().toInts()).containsExactly(3);
    assertThat(encoded.labels().toInts()).containsExactly(0);
  }

  @Test
  void the_rarer_one_of_two_classes_is_the_last() {
    assertThat(fitted().classes()).containsExactly("good", "bad");
    assertThat(fitted().encode(TABLE).labels().toInts()).containsExactly(0, 0, 1, 0);
  }

  @Test
  void a_target_of_numbers_is_as_it_stands() {
    var preprocessing =
        Preprocessing.fit(
            csv("a,price\n1,2.5\n2,-3\n"), TableColumns.automatic().withNumericTarget("price"));

    assertThat(preprocessing.classes()).isEmpty();
    var labels = preprocessing.encode(table("price,a\n7,1\n")).labels();
    assertThat(labels.dtype()).isEqualTo(DType.F32);
    assertThat(labels.toFloats()).containsExactly(7);
    assertThat(preprocessing.encode(table("a\n1\n")).labels().toFloats()).containsExactly(0);
  }

  @Test
  void rows_to_predict_need_no_target_and_any_order_of_columns() {
    var preprocessing = Preprocessing.fit(TABLE, TRAINING, COLUMNS.withIgnored("made"));

    var encoded = preprocessing.encode(table("code,colour,size\n20,green,3\n"));

    assertThat(encoded.numbers().toFloats()).containsExactly(1, 0);
    assertThat(encoded.categories().toInts()).containsExactly(CategoryColumn.UNKNOWN, 3);
  }

  @Test
  void json_keeps_it_beside_a_model(@TempDir Path folder) {
    var json = JsonFormat.standard();
    var file = folder.resolve("preprocessing.json");

    json.write(file, fitted());

    assertThat(json.read(file, Preprocessing.class)).isEqualTo(fitted());
  }

  @Test
  void a_text_among_numbers_is_refused_with_its_place() {
    var rows = table("size,colour,code,made\n1,red,10,\nbig,red,10,\n");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fitted().encode(rows))
        .withMessage(
            "things.csv, record 2, column \"size\" needs a number, but has \"big\". Change the"
                + " cell, or leave it empty.");
  }

  @Test
  void a_missing_column_is_named() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> fitted().encode(table("size,code,made\n1,10,\n")))
        .withMessage(
            "things.csv needs a column \"colour\", but has [size, code, made]. Check the "
                + "column names in the first line.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, COLUMNS.withCategories("cod")))
        .withMessage(
            "things.csv needs the categories [cod], but has the columns [size, colour, "
                + "code, made, kind]. Use names from the first line.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, COLUMNS.withIgnored("id")))
        .withMessage(
            "things.csv needs the columns to ignore [id], but has the columns [size, "
                + "colour, code, made, kind]. Use names from the first line.");
  }

  @Test
  void a_target_that_no_column_is_called_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, COLUMNS.withTarget("sort")))
        .withMessage(
            "things.csv needs the target column \"sort\", but has [size, colour, code, "
                + "made, kind]. Choose one of these columns.");
  }

  @Test
  void a_target_needs_two_classes_and_no_missing_one() {
    var columns = TableColumns.automatic().withTarget("b");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(csv("a,b\n1,x\n2,x\n"), columns))
        .withMessage(
            "things.csv needs 2 to 1000 classes in column \"b\", but has 1. Choose another target.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(csv("a,b\n1,x\n2,\n"), columns))
        .withMessage(
            "things.csv, record 2, column \"b\" needs a class, but has \"\". Change the cell, or"
                + " leave it empty.");
  }

  @Test
  void a_least_count_of_none_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Preprocessing.fit(TABLE, COLUMNS.withMinCount(0)))
        .withMessage(
            "A category needs at least one row, but the minimum count is 0. Pass 1 to keep "
                + "all categories.");
  }

  @Test
  void a_name_that_two_columns_have_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> table("a,a\n1,2\n"))
        .withMessage(
            "things.csv needs a different name for each column, but has [a, a]. Rename the "
                + "duplicates.");
  }
}

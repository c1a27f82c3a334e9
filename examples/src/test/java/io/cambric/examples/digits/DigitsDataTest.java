package io.cambric.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.array.Shape;
import io.cambric.data.Csv;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsDataTest {

  private static final String GOOD = "0,".repeat(63) + "16,7";

  @TempDir private Path folder;

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("data.csv"), List.of(lines));
  }

  @Test
  void built_in_digits_split_into_1437_for_training_and_360_for_test() {
    var digits = DigitsData.builtIn();

    assertThat(digits.trainingPart().size()).isEqualTo(1437);
    assertThat(digits.testPart().size()).isEqualTo(360);
    assertThat(digits.labels()).allMatch(label -> label >= 0 && label <= 9);
  }

  @Test
  void batch_scales_intensities_to_one_and_keeps_the_order_of_the_rows() throws IOException {
    var lines = Collections.nCopies(DigitsExample.TEST_ROWS + 2, GOOD).toArray(String[]::new);
    var batch = DigitsData.of(Csv.of(file(lines))).batch(1, 0);

    assertThat(batch.images().shape()).isEqualTo(Shape.of(2, 8, 8, 1));
    assertThat(batch.images().toFloats()[63]).isEqualTo(1);
    assertThat(batch.labels().toInts()).containsExactly(7, 7);
  }

  @Test
  void missing_file_is_named() {
    var missing = folder.resolve("none.csv");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(missing)))
        .withMessage("There is no file %s. Check its path.", missing);
  }

  @Test
  void short_line_names_its_number_and_how_many_values_it_has() throws IOException {
    var file = file(GOOD, "1,2,3");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s, line 2, record 2, needs 65 fields like the first line, but has 3. Check delimiters and quotation marks.",
            file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1,2,3", "x;y"})
  void first_line_of_another_number_of_values_is_refused(String line) throws IOException {
    var file = file(line);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s needs lines of 64 pixels and a label, separated by commas, but the first line has %d values.",
            file, line.isEmpty() ? 0 : line.split(",").length);
  }

  @Test
  void file_without_rows_to_train_on_is_refused() throws IOException {
    var file = file(GOOD);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s needs more than 360 rows, because the last 360 are the test part, but has 1.",
            file);
  }

  /** Asserts that a file with one line is refused for a field of it. */
  private void assertRefused(String line, String column, String needed, String field)
      throws IOException {
    var file = file(line);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s, line 1, record 1, column \"%s\" needs %s, but has \"%s\". Correct the file, or declare the text a missing value.",
            file, column, needed, field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "-1",
        "-0.1",
        "16.5",
        "17",
        "100",
        "99999999999999999999",
        "nan",
        "inf",
        "0x5",
        "5 5",
        "",
        " ",
        "\uff15",
        "\u0665",
        "\u20035"
      })
  void intensity_that_is_no_number_from_0_to_16_is_refused(String number) throws IOException {
    assertRefused(GOOD.replaceFirst("0", number), "0", "a number from 0 to 16", number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "-1", "7.0", "7.5", "7e0", "x", "nan", "", "99999999999999999999"})
  void label_that_is_no_integer_from_0_to_9_is_refused(String label) throws IOException {
    assertRefused("0,".repeat(64) + label, "64", "an integer of i32 from 0 to 9", label);
  }

  @Test
  void numbers_are_free_in_their_form() throws IOException {
    var lines = Collections.nCopies(DigitsExample.TEST_ROWS + 1, GOOD).toArray(String[]::new);
    lines[0] = "007,+5,-0,5.5,1.6e1,.5," + "0,".repeat(58) + "+07";
    var digits = DigitsData.of(Csv.of(file(lines)));

    assertThat(digits.pixels().getFirst())
        .startsWith(7 / 16f, 5 / 16f, -0f, 5.5f / 16, 1, 0.5f / 16, 0);
    assertThat(digits.labels().getFirst()).isEqualTo(7);
  }

  @Test
  void blanks_around_numbers_empty_lines_and_all_ends_of_lines_are_free() throws IOException {
    var line = GOOD.replace(",", " ,\t") + " ";
    var text = (line + "\n" + line + "\r\n\r\n" + line + "\r\n").repeat(121);
    var file = Files.writeString(folder.resolve("data.csv"), text.stripTrailing());

    assertThat(DigitsData.of(Csv.of(file)).size()).isEqualTo(363);
  }

  @Test
  void line_of_blanks_is_refused() throws IOException {
    var file = file(GOOD, " \t", GOOD);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessageStartingWith(
            "File %s, line 2, record 2, needs 65 fields like the first line, but has 1.", file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"", "1 ", "1,"})
  void line_without_an_end_is_refused_before_it_is_all_in_memory(String repeated)
      throws IOException {
    var text = GOOD + "\r\n" + repeated.repeat(Csv.LONGEST_ROW / repeated.length() + 2);
    var file = Files.writeString(folder.resolve("data.csv"), text);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s, line 2, needs a row of at most %d characters, but has a longer row. Close its quotation marks, or raise the limit with withLongestRow.",
            file, Csv.LONGEST_ROW);
  }

  @Test
  void file_of_zeros_behind_a_line_is_refused_at_the_first() throws IOException {
    var file = folder.resolve("data.csv");
    Files.writeString(file, GOOD + "\r\n");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 31);
    }

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s, line 2, needs text, but has a NUL character. Save it as UTF-8.", file);
  }

  @Test
  void folder_pipe_and_device_are_refused_without_waiting_for_them() throws Exception {
    var zero = Path.of("/dev/zero");
    assumeTrue(Files.exists(zero));
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (var file : List.of(folder, pipe, zero)) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(1),
          () ->
              assertThatExceptionOfType(DataException.class)
                  .isThrownBy(() -> DigitsData.of(Csv.of(file)))
                  .withMessage(
                      "File %s must be a regular file, but is a folder, a pipe or a device. Copy its content to a file.",
                      file));
    }
  }

  @Test
  void files_of_many_rows_are_read_whole() throws IOException {
    var lines = Collections.nCopies(100_001, GOOD).toArray(String[]::new);

    assertThat(DigitsData.of(Csv.of(file(lines))).size()).isEqualTo(100_001);
  }

  @Test
  void text_that_is_not_utf_8_is_refused() throws IOException {
    var file = Files.write(folder.resolve("data.csv"), new byte[] {'0', ',', (byte) 0xff});

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.of(Csv.of(file)))
        .withMessage(
            "File %s, line 1, needs text in UTF-8, but has the bytes ff. Save it as UTF-8.", file);
  }
}

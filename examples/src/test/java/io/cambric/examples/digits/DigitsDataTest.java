package io.cambric.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cambric.array.Shape;
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
    var lines = Collections.nCopies(DigitsData.TEST_ROWS + 2, GOOD).toArray(String[]::new);
    var batch = DigitsData.load(file(lines)).batch(1, 0);

    assertThat(batch.images().shape()).isEqualTo(Shape.of(2, 8, 8, 1));
    assertThat(batch.images().toFloats()[63]).isEqualTo(1);
    assertThat(batch.labels().toInts()).containsExactly(7, 7);
  }

  @Test
  void missing_file_names_the_file_and_the_form_it_should_have() {
    var missing = folder.resolve("none.csv");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(missing))
        .withMessage(
            "There is no data file %s. Pass --data with a CSV file of 64 pixels and a label a line, or leave it out for the built-in digits.",
            missing);
  }

  @Test
  void short_line_names_its_number_and_how_many_values_it_has() throws IOException {
    var file = file(GOOD, "1,2,3");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage(
            "%s line 2 needs 64 pixels and a label, separated by commas, but has 3 values.", file);
  }

  @Test
  void value_that_is_no_number_names_its_column() throws IOException {
    var file = file(GOOD.replaceFirst("0", "x"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage("%s line 1 column 1 needs a whole number from 0 to 16, but has \"x\".", file);
  }

  @Test
  void label_above_nine_is_refused() throws IOException {
    var file = file("0,".repeat(64) + "10");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage("%s line 1 column 65 needs a whole number from 0 to 9, but has 10.", file);
  }

  @Test
  void file_without_rows_to_train_on_is_refused() throws IOException {
    var file = file(GOOD);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage(
            "%s needs more than 360 rows, the last 360 of which are the test part, but has 1.",
            file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+5", "-0", "-1", "007", "00", "\uff15", "\u0665", "5.0", "5e0", "0x5", "5 5", "", "\u20035"
      })
  void number_that_is_not_plain_digits_is_refused(String number) throws IOException {
    var file = file(GOOD.replaceFirst("0", number));

    var shown =
        number.chars().allMatch(c -> c < 128)
            ? number
            : "\\u%04x".formatted((int) number.charAt(0));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessageStartingWith(
            file + " line 1 column 1 needs a whole number from 0 to 16, but has \"" + shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "100", "99999999999999999999"})
  void intensity_above_sixteen_is_refused(String number) throws IOException {
    var file = file(GOOD.replaceFirst("0", number));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage(
            "%s line 1 column 1 needs a whole number from 0 to 16, but has %s.", file, number);
  }

  @Test
  void blanks_around_numbers_blank_lines_and_all_ends_of_lines_are_free() throws IOException {
    var line = GOOD.replace(",", " ,\t") + " ";
    var text = (line + "\n" + line + "\r\n\r\n" + line + "\r \t\n").repeat(121);
    var file = Files.writeString(folder.resolve("data.csv"), text.stripTrailing());

    assertThat(DigitsData.load(file).size()).isEqualTo(363);
  }

  @Test
  void line_without_an_end_is_refused_before_it_is_all_in_memory() throws IOException {
    var file = folder.resolve("data.csv");
    Files.writeString(file, GOOD + "\r\n");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 31);
    }

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage(
            "%s line 2 needs at most 10000 characters, but has more. Pass a text file with 64 pixels and a label a line.",
            file);
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
                  .isThrownBy(() -> DigitsData.load(file))
                  .withMessage(
                      "The data file %s needs to be a regular file, but is a folder, a pipe or a device. Copy its content to a file.",
                      file));
    }
  }

  @Test
  void more_rows_than_the_example_reads_are_refused() throws IOException {
    var lines = Collections.nCopies(100_001, GOOD).toArray(String[]::new);
    var file = file(lines);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage("%s needs at most 100000 rows, but has more. Pass a part of them.", file);
  }

  @Test
  void text_that_is_not_utf_8_is_refused() throws IOException {
    var file = Files.write(folder.resolve("data.csv"), new byte[] {'0', ',', (byte) 0xff});

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> DigitsData.load(file))
        .withMessage(
            "The data file %s cannot be read: java.nio.charset.MalformedInputException: Input length = 1. Pass a readable text file.",
            file);
  }
}

package io.cambric.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}

package io.cambric.examples.console;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

class ChecksTest {

  private static final Path NULL = Path.of("/dev/null");

  @TempDir private Path folder;

  @Command
  private static final class Nothing {}

  private final OptionChecks checks =
      new OptionChecks(new CommandLine(new Nothing()).getCommandSpec());

  private static void assertInvalid(ThrowingCallable check, String problem) {
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(check)
        .withMessage("Invalid value for option '--x': " + problem);
  }

  @Test
  void whole_numbers_outside_of_the_range_are_refused_with_it() {
    assertInvalid(
        () -> checks.range("--x", 0, 1, 9), "needs a whole number from 1 to 9, but got 0.");
    assertInvalid(
        () -> checks.range("--x", 10, 1, 9), "needs a whole number from 1 to 9, but got 10.");
    assertThatCode(
            () -> {
              checks.range("--x", 1, 1, 9);
              checks.range("--x", 9, 1, 9);
            })
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e31})
  void numbers_outside_of_the_range_are_refused_with_it(double value) {
    assertInvalid(
        () -> checks.range("--x", value, 1e-9, 1e30),
        "needs a number from 1e-9 to 1e30, but got %s."
            .formatted(value == -1 ? "-1" : value == 1e31 ? "1e31" : Double.toString(value)));
  }

  @Test
  void numbers_at_the_ends_of_the_range_are_in_it() {
    assertThatCode(
            () -> {
              checks.range("--x", 0.0, 0, 3600);
              checks.range("--x", 3600.0, 0, 3600);
            })
        .doesNotThrowAnyException();
    assertInvalid(
        () -> checks.range("--x", 3600.5, 0.25, 3600),
        "needs a number from 0.25 to 3600, but got 3600.5.");
  }

  @Test
  void a_file_in_a_missing_folder_cannot_be_written() {
    var missing = folder.resolve("none");
    assertInvalid(
        () -> checks.writable("--x", missing.resolve("file")),
        "needs a file in an existing folder, but there is no folder %s.".formatted(missing));
  }

  @Test
  void a_file_below_a_file_cannot_be_written() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    assertInvalid(
        () -> checks.writable("--x", file.resolve("inner")),
        "needs a file in an existing folder, but there is no folder %s.".formatted(file));
  }

  @Test
  void a_folder_is_no_file_to_write() {
    assertInvalid(
        () -> checks.writable("--x", folder),
        "needs a file to write, but %s is a folder.".formatted(folder));
  }

  @Test
  void a_folder_is_one_or_does_not_exist_yet() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    assertInvalid(
        () -> checks.folder("--x", file), "needs a folder, but %s is a file.".formatted(file));
    assertThatCode(
            () -> {
              checks.folder("--x", folder);
              checks.folder("--x", folder.resolve("new"));
              checks.folder("--x", null);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void the_name_of_a_picture_ends_in_its_format() {
    var picture = folder.resolve("chart.png");
    assertInvalid(
        () -> checks.picture("--x", picture, ".svg"),
        "needs a file whose name ends in .svg, but got %s.".formatted(picture));
    assertInvalid(
        () -> checks.picture("--x", folder.resolve("none").resolve("chart.svg"), ".svg"),
        "needs a file in an existing folder, but there is no folder %s."
            .formatted(folder.resolve("none")));
    assertThatCode(
            () -> {
              checks.picture("--x", folder.resolve("chart.SVG"), ".svg");
              checks.picture("--x", picture, ".png");
            })
        .doesNotThrowAnyException();
  }

  @Test
  @EnabledIf("hasNull")
  void a_device_takes_a_picture_of_any_format() {
    assertThatCode(() -> checks.picture("--x", NULL, ".svg")).doesNotThrowAnyException();
  }

  private static boolean hasNull() {
    return Files.isWritable(NULL);
  }

  @Test
  void new_files_and_old_ones_can_be_written() throws IOException {
    var old = Files.writeString(folder.resolve("old"), "");
    assertThatCode(
            () -> {
              checks.writable("--x", old);
              checks.writable("--x", folder.resolve("new"));
              checks.writable("--x", Path.of("without-a-folder"));
            })
        .doesNotThrowAnyException();
  }
}

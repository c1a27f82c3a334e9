package io.cambric.examples.console;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of the options of a command, made before it does anything that takes time. */
public final class OptionChecks {

  /** Zeros after or before the point that are written out. */
  private static final int MAX_DIGITS = 6;

  private final CommandSpec spec;

  /** Checks options of a command. */
  public OptionChecks(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * Requires a whole number in a range, both ends included.
   *
   * @throws ParameterException if it is none
   */
  public void range(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw invalid(
          option, "needs a whole number from %s to %s, but got %s.".formatted(least, most, value));
    }
  }

  /**
   * Requires a number in a range, both ends included.
   *
   * @throws ParameterException if it is none, or not a number
   */
  public void range(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw invalid(
          option,
          "needs a number from %s to %s, but got %s."
              .formatted(text(least), text(most), text(value)));
    }
  }

  /** {@return a number as people write it, such as 0.003 and 1e-9} */
  public static String text(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    var number = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    boolean isShort = number.scale() <= MAX_DIGITS && number.scale() > -MAX_DIGITS;
    return isShort
        ? number.toPlainString()
        : number.toString().replace("E+", "e").replace('E', 'e');
  }

  /**
   * Requires that a file can be written when there is something to write.
   *
   * @throws ParameterException if its folder is missing or cannot be written, or it is a folder
   *     itself
   */
  public void writable(String option, Path file) {
    var problem = problem(file);
    if (problem != null) {
      throw invalid(option, problem);
    }
  }

  /**
   * Requires that a picture can be written in the format that its name ends in.
   *
   * @param ending such as {@code .svg}
   * @throws ParameterException if the name ends in another one, or the file cannot be written
   */
  public void picture(String option, Path file, String ending) {
    writable(option, file);
    var name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(ending) && !OutputFile.isWrittenInPlace(file)) {
      throw invalid(
          option, "needs a file whose name ends in %s, but got %s.".formatted(ending, file));
    }
  }

  /**
   * Requires a folder, or a name for one.
   *
   * @param folder absent where the option is not given
   * @throws ParameterException if it is a file
   */
  public void folder(String option, @Nullable Path folder) {
    if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
      throw invalid(option, "needs a folder, but %s is a file.".formatted(folder));
    }
  }

  private static @Nullable String problem(Path file) {
    if (Files.isDirectory(file)) {
      return "needs a file to write, but %s is a folder.".formatted(file);
    }
    if (Files.exists(file) && !Files.isWritable(file)) {
      return "needs a writable file, but %s is not.".formatted(file);
    }
    var folder = OutputFile.folder(file);
    if (!Files.isDirectory(folder)) {
      return "needs a file in an existing folder, but there is no folder %s.".formatted(folder);
    }
    return Files.isWritable(folder) || OutputFile.isWrittenInPlace(file)
        ? null
        : "needs a file in a writable folder, but %s is not.".formatted(folder);
  }

  /** {@return what picocli reports of an option, with exit code 2} */
  public ParameterException invalid(String option, String problem) {
    return new ParameterException(
        spec.commandLine(), "Invalid value for option '%s': %s".formatted(option, problem));
  }
}

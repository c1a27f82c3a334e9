package io.cambric.examples.console;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --report}: the page of a run; mutable, filled by picocli. */
public final class ReportOption {

  private static final String NAME = "--report";

  @Option(names = NAME, paramLabel = "FILE", description = "Where the report is written.")
  private Path file;

  /** Makes the option with its default. */
  public ReportOption(Path file) {
    this.file = file;
  }

  /**
   * Requires that the report can be written.
   *
   * @throws picocli.CommandLine.ParameterException if it cannot
   */
  public void check(OptionChecks checks) {
    checks.writable(NAME, file);
  }

  /** {@return where the report is written} */
  public Path file() {
    return file;
  }

  /** {@return the file, for the output of a command} */
  @Override
  public String toString() {
    return file.toString();
  }
}

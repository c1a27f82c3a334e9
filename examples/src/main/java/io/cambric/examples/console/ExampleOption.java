package io.cambric.examples.console;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** An option of an example, with its default and the check of its value. */
sealed interface ExampleOption {

  /** {@return its name, such as {@code --epochs}} */
  String option();

  /** {@return its description for the help} */
  String description();

  /** {@return its description to picocli} */
  OptionSpec toSpec();

  /**
   * Requires a value to be usable.
   *
   * @throws picocli.CommandLine.ParameterException if it is not
   */
  void check(OptionChecks checks, @Nullable Object value);

  private static OptionSpec spec(
      ExampleOption option, Class<?> type, @Nullable Object value, String label) {
    var builder =
        OptionSpec.builder(option.option())
            .type(type)
            .paramLabel(label)
            .description(option.description());
    return (value == null ? builder : builder.initialValue(value)).build();
  }

  /** The seed of all random numbers. */
  record Seed(String option, long value) implements ExampleOption {

    @Override
    public String description() {
      return "The random numbers: parameters, noise and the order of the data.";
    }

    @Override
    public OptionSpec toSpec() {
      return spec(this, long.class, value, "NUMBER");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      // Every number is a seed.
    }
  }

  /** A whole number from {@code least} to {@code most}. */
  record Whole(String option, int value, int least, int most, String description)
      implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, int.class, value, "NUMBER");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      checks.range(option, (Integer) Objects.requireNonNull(value), least, most);
    }
  }

  /** A number from {@code least} to {@code most}. */
  record Number(String option, double value, double least, double most, String description)
      implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, double.class, value, "NUMBER");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      checks.range(option, (Double) Objects.requireNonNull(value), least, most);
    }
  }

  /** An option that takes no value. */
  record Flag(String option, String description) implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return OptionSpec.builder(option)
          .arity("0")
          .type(boolean.class)
          .initialValue(false)
          .showDefaultValue(Help.Visibility.NEVER)
          .description(description)
          .build();
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      // It is given or not.
    }
  }

  /** A file that the example writes. */
  record OutputFile(String option, String file, String description) implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, Path.class, Path.of(file), "FILE");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      checks.writable(option, (Path) Objects.requireNonNull(value));
    }
  }

  /** A picture that the example writes, in the format of its default. */
  record Picture(String option, String file, String description) implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, Path.class, Path.of(file), "FILE");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      var ending = file.substring(file.lastIndexOf('.'));
      checks.picture(option, (Path) Objects.requireNonNull(value), ending);
    }
  }

  /** A file that the example reads, without a default. */
  record InputFile(String option, String description) implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, Path.class, null, "FILE");
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      // Its reader checks it, and names the line of a mistake.
    }
  }

  /** A folder, without a default. */
  record Folder(String option, boolean isRequired, String description) implements ExampleOption {

    @Override
    public OptionSpec toSpec() {
      return spec(this, Path.class, null, "DIR").toBuilder().required(isRequired).build();
    }

    @Override
    public void check(OptionChecks checks, @Nullable Object value) {
      checks.folder(option, (Path) value);
    }
  }
}

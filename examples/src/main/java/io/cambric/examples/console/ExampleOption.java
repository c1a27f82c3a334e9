package io.cambric.examples.console;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option of an example, or an argument without the name of one.
 *
 * @param name such as {@code --epochs}, or the label of an argument
 * @param type of its value; an array for several
 * @param value its default, which the help shows unless it is empty; {@code null} for none
 * @param label of the value
 * @param description for the help
 * @param isRequired whether it has to be given
 * @param check of a value that is there
 */
record ExampleOption(
    String name,
    Class<?> type,
    @Nullable Object value,
    String label,
    String description,
    boolean isRequired,
    Check check) {

  /** A check of a value. */
  @FunctionalInterface
  interface Check {

    /** Each value is right. */
    Check NONE = (_, _) -> {};

    /**
     * Requires a value to be usable.
     *
     * @throws picocli.CommandLine.ParameterException if it is not
     */
    void check(OptionChecks checks, Object value);
  }

  /** {@return its description to picocli, for one command line} */
  ArgSpec toSpec() {
    if (!name.startsWith("-")) {
      return PositionalParamSpec.builder()
          .type(type)
          .arity(type.isArray() ? "0..*" : "1")
          .required(isRequired)
          .paramLabel(name)
          .description(description)
          .build();
    }
    var option =
        OptionSpec.builder(name)
            .type(type)
            .splitRegex(type.isArray() ? "," : "")
            .paramLabel(label)
            .description(description)
            .required(isRequired);
    if (value == null) {
      return option.build();
    }
    boolean isShown = !value.equals("") && !value.equals(false);
    return option
        .initialValue(value)
        .showDefaultValue(isShown ? Help.Visibility.ON_DEMAND : Help.Visibility.NEVER)
        .build();
  }

  /** {@return the argument of a command line with a name} */
  static ArgSpec find(CommandSpec command, String name) {
    var option = command.findOption(name);
    if (option != null) {
      return option;
    }
    return command.positionalParameters().stream()
        .filter(argument -> argument.paramLabel().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no argument " + name + "."));
  }

  /** {@return the numbers among the options of a command line, by name} */
  static Map<String, Object> numbers(CommandSpec command) {
    var numbers = new LinkedHashMap<String, Object>();
    for (var option : command.options()) {
      if (option.getValue() instanceof Number number) {
        var text = number instanceof Double real ? OptionChecks.text(real) : number;
        numbers.put(option.longestName().replaceFirst("^--", ""), text);
      }
    }
    return numbers;
  }

  /** Checks the value that a command line has for it, if there is one. */
  void check(CommandSpec command) {
    var given = find(command, name).getValue();
    if (given != null) {
      check.check(new OptionChecks(command), given);
    }
  }
}

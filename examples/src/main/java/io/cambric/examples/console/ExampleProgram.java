package io.cambric.examples.console;

import io.cambric.examples.console.ExampleOption.Check;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * An example: its name on the command line, its options, and what it runs. Immutable; each method
 * returns another one.
 *
 * {@snippet :
 * static final ExampleCommand COMMAND =
 *     ExampleProgram.of("vae", "Trains a variational autoencoder on digits, and draws new ones.")
 *         .epochs(60)
 *         .picture("vae-samples.png", "The digits.")
 *         .runs(VaeExample::run);
 * }
 *
 * <p>The help has the default of each option, and its range. Values out of range are refused before
 * the example begins, and so are files that cannot be written.
 */
public final class ExampleProgram {

  /** The name of the option of the random numbers. */
  static final String SEED = "--seed";

  /** The name of the option of the report. */
  static final String REPORT = "--report";

  /** The name of the option of the picture. */
  static final String PICTURE = "--picture";

  /** The name of the option of the passes over the training data. */
  static final String EPOCHS = "--epochs";

  /** The name of the option of the checkpoints. */
  static final String CHECKPOINT = "--checkpoint";

  /** The name of the option of the event files. */
  static final String TENSORBOARD = "--tensorboard";

  private static final int MAX_EPOCHS = 100_000;

  private final String name;
  private final String description;
  private final List<ExampleOption> options;
  private final List<ExampleCommand> commands;

  private ExampleProgram(
      String name, String description, List<ExampleOption> options, List<ExampleCommand> commands) {
    this.name = name;
    this.description = description;
    this.options = options;
    this.commands = commands;
  }

  /** {@return an example of a training, with {@code --seed} and {@code --report}} */
  public static ExampleProgram of(String name, String description) {
    return command(name, description).seed(1).report(name + "-report.html");
  }

  /** {@return a command without options} */
  public static ExampleProgram command(String name, String description) {
    return new ExampleProgram(name, description, List.of(), List.of());
  }

  private ExampleProgram with(
      String option,
      Class<?> type,
      @Nullable Object value,
      String label,
      String description,
      Check check) {
    return with(new ExampleOption(option, type, value, label, description, false, check));
  }

  private ExampleProgram with(ExampleOption option) {
    return new ExampleProgram(
        name, description, Stream.concat(options.stream(), Stream.of(option)).toList(), commands);
  }

  /** {@return this with a command below it, such as {@code sample} of {@code gpt sample}} */
  public ExampleProgram with(ExampleCommand command) {
    return new ExampleProgram(
        name, description, options, Stream.concat(commands.stream(), Stream.of(command)).toList());
  }

  /** {@return this with {@code --seed}} */
  public ExampleProgram seed(long seed) {
    var description = "Seed of parameters, noise and data order.";
    return with(SEED, long.class, seed, "NUMBER", description, Check.NONE);
  }

  /** {@return this with {@code --epochs}, from 1} */
  public ExampleProgram epochs(int epochs) {
    return whole(EPOCHS, epochs, 1, MAX_EPOCHS, "Passes over the training data.");
  }

  /** {@return this with an option that is a whole number in a range, both ends included} */
  public ExampleProgram whole(String option, int value, int least, int most, String description) {
    var range = most == Integer.MAX_VALUE ? "" : " to " + most;
    return with(
        option,
        int.class,
        value,
        "NUMBER",
        "%s From %d%s.".formatted(description, least, range),
        (checks, given) -> checks.range(option, (Integer) given, least, most));
  }

  /** {@return this with an option that is a number in a range, both ends included} */
  public ExampleProgram number(
      String option, double value, double least, double most, String description) {
    return with(
        option,
        double.class,
        value,
        "NUMBER",
        "%s From %s to %s."
            .formatted(description, OptionChecks.text(least), OptionChecks.text(most)),
        (checks, given) -> checks.range(option, (Double) given, least, most));
  }

  /** {@return this with an option that takes no value} */
  public ExampleProgram flag(String option, String description) {
    return with(option, boolean.class, false, "", description, Check.NONE);
  }

  /** {@return this with an option that is a text, by default often an empty one} */
  public ExampleProgram text(String option, String value, String description) {
    return with(option, String.class, value, "TEXT", description, Check.NONE);
  }

  /** {@return this with an option of texts with commas between them, by default none} */
  public ExampleProgram texts(String option, String description) {
    return with(option, String[].class, null, "TEXT", description, Check.NONE);
  }

  /** {@return this with an option that is a constant of an enum; the help lists all constants} */
  public ExampleProgram choice(String option, Enum<?> value, String description) {
    return with(
        option,
        value.getDeclaringClass(),
        value,
        "NAME",
        description + " One of ${COMPLETION-CANDIDATES}.",
        Check.NONE);
  }

  /**
   * {@return this with {@code --report}}
   *
   * @param file its default
   */
  public ExampleProgram report(String file) {
    return output(REPORT, file, "Where the report is written.");
  }

  /**
   * {@return this with {@code --picture}}
   *
   * @param file its default; the picture is written in the format that the name ends in
   */
  public ExampleProgram picture(String file, String description) {
    var ending = file.substring(file.lastIndexOf('.'));
    return with(
        PICTURE,
        Path.class,
        Path.of(file),
        "FILE",
        description,
        (checks, given) -> checks.picture(PICTURE, (Path) given, ending));
  }

  /**
   * {@return this with an option that names a file to write}
   *
   * @param file its default; {@code null} for none
   */
  public ExampleProgram output(String option, @Nullable String file, String description) {
    return with(
        option,
        Path.class,
        file == null ? null : Path.of(file),
        "FILE",
        description,
        (checks, given) -> checks.writable(option, (Path) given));
  }

  /** {@return this with an option that names a file to read, by default none} */
  public ExampleProgram file(String option, String description) {
    return with(option, Path.class, null, "FILE", description, Check.NONE);
  }

  /** {@return this with {@code --checkpoint} and {@code --tensorboard}, by default none} */
  public ExampleProgram folders() {
    return folder(CHECKPOINT, null, "Where the training is saved and resumed.")
        .folder(TENSORBOARD, null, "Where event files for TensorBoard are written.");
  }

  /**
   * {@return this with an option that names a folder}
   *
   * @param folder its default; {@code null} for none
   */
  public ExampleProgram folder(String option, @Nullable String folder, String description) {
    return with(
        option,
        Path.class,
        folder == null ? null : Path.of(folder),
        "DIR",
        description,
        (checks, given) -> checks.folder(option, (Path) given));
  }

  /** {@return this with an option that names a folder to read, which has to be given} */
  public ExampleProgram requiredFolder(String option, String description) {
    Check check = (checks, given) -> checks.folder(option, (Path) given);
    return with(new ExampleOption(option, Path.class, null, "DIR", description, true, check));
  }

  /** {@return this with a file to read that has to be given, without the name of an option} */
  public ExampleProgram argument(String label, String description) {
    return with(new ExampleOption(label, Path.class, null, label, description, true, Check.NONE));
  }

  /** {@return this with texts that may be given, without the name of an option} */
  public ExampleProgram arguments(String label, String description) {
    return with(label, String[].class, null, label, description, Check.NONE);
  }

  /** {@return the command of this example} */
  public ExampleCommand runs(ExampleCommand.Body body) {
    return new ExampleCommand(this, body);
  }

  /** {@return the command line of this example, which calls a function} */
  CommandLine commandLine(Callable<Integer> call) {
    var spec = CommandSpec.wrapWithoutInspection(call).name(name);
    spec.usageMessage().description(description).showDefaultValues(true);
    spec.mixinStandardHelpOptions(true);
    options.forEach(option -> spec.add(option.toSpec()));
    for (var command : commands) {
      var line = command.commandLine();
      spec.addSubcommand(line.getCommandName(), line);
    }
    return new CommandLine(spec);
  }

  /**
   * Requires all options to be in range, and all files to be writable.
   *
   * @throws picocli.CommandLine.ParameterException if one is not
   */
  void check(CommandSpec spec) {
    options.forEach(option -> option.check(spec));
  }
}

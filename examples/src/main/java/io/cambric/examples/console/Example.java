package io.cambric.examples.console;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * An example of one file: its name on the command line, its options, and what it runs. Immutable;
 * each method returns another one.
 *
 * {@snippet :
 * static final Example EXAMPLE =
 *     Example.of("vae", "Trains a variational autoencoder on digits, and draws new ones.")
 *         .epochs(60)
 *         .picture("vae-samples.png", "The digits.")
 *         .runs(VaeExample::run);
 * }
 *
 * <p>Every example has {@code --seed} and {@code --report}. Values out of range are refused before
 * it begins.
 */
public final class Example {

  /** The name of the option of the random numbers. */
  static final String SEED = "--seed";

  /** The name of the option of the report. */
  static final String REPORT = "--report";

  /** The name of the option of the picture. */
  static final String PICTURE = "--picture";

  private static final String EPOCHS = "--epochs";
  private static final int MAX_EPOCHS = 100_000;

  private final String name;
  private final String description;
  private final List<ExampleOption> options;

  private Example(String name, String description, List<ExampleOption> options) {
    this.name = name;
    this.description = description;
    this.options = options;
  }

  /** {@return an example without options of its own} */
  public static Example of(String name, String description) {
    var shared =
        List.<ExampleOption>of(
            new ExampleOption.Seed(SEED, 1),
            new ExampleOption.OutputFile(REPORT, name + "-report.html", "The curves of the run."));
    return new Example(name, description, shared);
  }

  private Example with(ExampleOption option) {
    return new Example(
        name, description, Stream.concat(options.stream(), Stream.of(option)).toList());
  }

  /** {@return this with {@code --epochs}, from 1} */
  public Example epochs(int epochs) {
    return whole(EPOCHS, epochs, 1, MAX_EPOCHS, "Passes over the training data.");
  }

  /** {@return this with an option that is a whole number in a range, both ends included} */
  public Example whole(String option, int value, int least, int most, String description) {
    return with(new ExampleOption.Whole(option, value, least, most, description));
  }

  /** {@return this with an option that is a number in a range, both ends included} */
  public Example number(
      String option, double value, double least, double most, String description) {
    return with(new ExampleOption.Number(option, value, least, most, description));
  }

  /** {@return this with an option that takes no value} */
  public Example flag(String option, String description) {
    return with(new ExampleOption.Flag(option, description));
  }

  /**
   * {@return this with {@code --picture}}
   *
   * @param file its default; the picture is written in the format that the name ends in
   */
  public Example picture(String file, String description) {
    return with(new ExampleOption.Picture(PICTURE, file, description));
  }

  /** {@return this with an option that names a file or folder to read or write, by default none} */
  public Example path(String option, String label, String description) {
    return with(new ExampleOption.Location(option, label, false, description));
  }

  /** {@return this with an option that names a file or folder, and has to be given} */
  public Example requiredPath(String option, String label, String description) {
    return with(new ExampleOption.Location(option, label, true, description));
  }

  /** {@return the command of this example} */
  public ExampleCommand runs(ExampleCommand.Body body) {
    return new ExampleCommand(name, this, body);
  }

  /** {@return the command line of this example, which calls a function} */
  CommandLine commandLine(Callable<Integer> call) {
    var spec = CommandSpec.wrapWithoutInspection(call).name(name);
    spec.usageMessage().description(description).showDefaultValues(true);
    spec.mixinStandardHelpOptions(true);
    for (var option : options) {
      spec.addOption(option.toSpec());
    }
    return new CommandLine(spec);
  }

  /**
   * Requires all options to be in range, and all files to be writable.
   *
   * @throws picocli.CommandLine.ParameterException if one is not
   */
  void check(CommandSpec spec) {
    var checks = new OptionChecks(spec);
    for (var option : options) {
      option.check(checks, spec.findOption(option.option()).getValue());
    }
  }
}

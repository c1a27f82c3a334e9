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

  /** {@return this with {@code --checkpoint} and {@code --tensorboard}, by default none} */
  public Example folders() {
    return with(new ExampleOption.Folder(
            CHECKPOINT, false, "Where the training is saved, and resumed from."))
        .with(
            new ExampleOption.Folder(
                TENSORBOARD, false, "Where event files for TensorBoard are written."));
  }

  /** {@return this with an option that names a file to read, by default none} */
  public Example file(String option, String description) {
    return with(new ExampleOption.InputFile(option, description));
  }

  /** {@return this with an option that names a folder to read, which has to be given} */
  public Example requiredFolder(String option, String description) {
    return with(new ExampleOption.Folder(option, true, description));
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

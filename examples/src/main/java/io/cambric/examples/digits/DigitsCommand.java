package io.cambric.examples.digits;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.images.ImageData;
import io.cambric.examples.images.ImageTraining;
import io.cambric.examples.images.TrainingOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run digits}: trains the network on the handwritten digits, and reports its
 * accuracy on the test part.
 */
@Command(
    name = "digits",
    description = "Trains a convolutional network on 1,797 handwritten digits, in under a minute.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DigitsCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV of 64 pixels and a label a line.")
  private @Nullable Path data;

  @Mixin
  private final TrainingOptions options =
      new TrainingOptions(20, 48, Path.of("digits-report.html"));

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public DigitsCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    options.check(checks);
    var digits = data == null ? DigitsData.builtIn() : DigitsData.load(data);
    var images =
        new ImageData(
            digits.trainingPart().batch(), digits.testPart().batch(), UnaryOperator.identity());
    new ImageTraining("Digits", images, options, command.commandLine().getOut(), checks).run();
    return 0;
  }
}

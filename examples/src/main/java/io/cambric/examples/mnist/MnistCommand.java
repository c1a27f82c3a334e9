package io.cambric.examples.mnist;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.images.ImageTraining;
import io.cambric.examples.images.TrainingOptions;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run mnist}: trains the network on the IDX files of MNIST, or of a data set
 * of the same form such as Fashion-MNIST.
 */
@Command(
    name = "mnist",
    description = "Trains a convolutional network on the IDX files of MNIST, or of their form.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class MnistCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Folder of train-images-idx3-ubyte and the three others, packed or not.")
  private @Nullable Path data;

  @Mixin
  private final TrainingOptions options = new TrainingOptions(3, 16, Path.of("mnist-report.html"));

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public MnistCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    options.check(checks);
    var images = MnistData.read(Objects.requireNonNull(data));
    new ImageTraining("MNIST", images, options, command.commandLine().getOut(), checks).run();
    return 0;
  }
}

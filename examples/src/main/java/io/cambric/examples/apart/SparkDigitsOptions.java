package io.cambric.examples.apart;

import io.cambric.examples.Version;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code ./run spark-digits}; picocli writes them. */
@Command(
    description = "Trains the digits network on a Spark cluster; the first start fetches Spark.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SparkDigitsOptions {

  @Option(names = "--processes", description = "Tasks that train, each a process of the group.")
  private int processes = 2;

  @Option(names = "--seed", description = "Seed of parameters, dropout and image order.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, at least 1.")
  private int epochs = 20;

  @Option(names = "--batch", description = "Images in each step, over all processes.")
  private int batch = 64;

  @Option(names = "--width", description = "Channels of the first convolutions, at least 1.")
  private int width = 48;

  @Option(names = "--rate", description = "Peak learning rate.")
  private double rate = 3e-3;

  @Option(
      names = "--checkpoint",
      paramLabel = "URI",
      description = "Folder where the training is saved after each epoch, and resumed.")
  private @Nullable String checkpoint;

  @Option(
      names = "--compare",
      description = "Train again with as many workers in this process, and compare.")
  private boolean compare;

  /** Makes the options with their defaults. */
  public SparkDigitsOptions() {}

  /** {@return the number of tasks that train} */
  public int processes() {
    return processes;
  }

  /** {@return the seed of parameters, dropout and the order of images} */
  public long seed() {
    return seed;
  }

  /** {@return the number of passes over the training part} */
  public int epochs() {
    return epochs;
  }

  /** {@return the images of a step, of all processes together} */
  public int batch() {
    return batch;
  }

  /** {@return the channels of the first convolutions} */
  public int width() {
    return width;
  }

  /** {@return the peak learning rate} */
  public double rate() {
    return rate;
  }

  /** {@return the folder of checkpoints, where one is given} */
  public Optional<String> checkpoint() {
    return Optional.ofNullable(checkpoint);
  }

  /** {@return whether workers of one process train the same model, to compare} */
  public boolean compare() {
    return compare;
  }
}

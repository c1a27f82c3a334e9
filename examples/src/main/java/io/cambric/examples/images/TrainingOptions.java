package io.cambric.examples.images;

import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.ReportOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a training on the command line; picocli writes them. */
public final class TrainingOptions {

  private static final int MAX_EPOCHS = 100_000;
  private static final int MAX_CHANNELS = 1024;
  private static final double MIN_RATE = 1e-9;
  private static final double MAX_RATE = 1e30;

  @Option(names = "--seed", description = "Seed of parameters, dropout and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 100000.")
  private int epochs;

  @Option(names = "--batch", description = "Images a step, 1 to all of the training part.")
  private int batch = 64;

  @Option(names = "--width", description = "Channels of the first convolutions, 1 to 1024.")
  private int width;

  @Option(names = "--rate", description = "Peak learning rate, 1e-9 to 1e30.")
  private double rate = 3e-3;

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Where the training is saved after each epoch, and resumed from.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--tensorboard",
      paramLabel = "DIR",
      description = "Where event files for TensorBoard are written.")
  private @Nullable Path tensorboard;

  @Mixin private final ReportOption report;

  /** Makes options with defaults. */
  public TrainingOptions(int epochs, int width, Path report) {
    this(epochs, width, report, null);
  }

  /** Makes options with defaults, and a folder of checkpoints. */
  public TrainingOptions(int epochs, int width, Path report, @Nullable Path checkpoint) {
    this.epochs = epochs;
    this.width = width;
    this.report = new ReportOption(report);
    this.checkpoint = checkpoint;
  }

  /**
   * Checks what can be checked before the images are read.
   *
   * @throws picocli.CommandLine.ParameterException if an option is out of its range
   */
  public void check(OptionChecks checks) {
    checks.range("--epochs", epochs, 1, MAX_EPOCHS);
    checks.range("--batch", batch, 1, Integer.MAX_VALUE);
    checks.range("--width", width, 1, MAX_CHANNELS);
    checks.range("--rate", rate, MIN_RATE, MAX_RATE);
    report.check(checks);
    checks.folder("--checkpoint", checkpoint);
    checks.folder("--tensorboard", tensorboard);
  }

  /**
   * Checks what depends on the number of images.
   *
   * @throws picocli.CommandLine.ParameterException if an option is out of its range
   */
  void check(OptionChecks checks, int images) {
    checks.range("--batch", batch, 1, images);
    int steps = images / batch;
    checks.range("--epochs", epochs, 1, Math.min(MAX_EPOCHS, Integer.MAX_VALUE / steps));
  }

  long seed() {
    return seed;
  }

  int epochs() {
    return epochs;
  }

  int batch() {
    return batch;
  }

  int width() {
    return width;
  }

  double rate() {
    return rate;
  }

  @Nullable Path checkpoint() {
    return checkpoint;
  }

  @Nullable Path tensorboard() {
    return tensorboard;
  }

  Path report() {
    return report.file();
  }
}

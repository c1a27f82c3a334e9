package io.cambric.examples.resnet;

import io.cambric.array.DType;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the training on the command line; picocli writes them. */
final class ResNetOptions {

  /** The dtype that the network computes in. */
  enum Precision {
    F32(DType.F32),
    BF16(DType.BF16);

    private final DType dtype;

    Precision(DType dtype) {
      this.dtype = dtype;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Folder of CIFAR's binary files, or of one folder of images a class.")
  private @Nullable Path data;

  @Option(names = "--seed", description = "Seed of parameters, changes and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 10000.")
  private int epochs = 20;

  @Option(names = "--batch", description = "Images a step, 1 to 4096.")
  private int batch = 128;

  @Option(names = "--accumulate", description = "Batches whose gradients make a step, 1 to 64.")
  private int accumulate = 1;

  @Option(names = "--side", description = "Pixels a side of images of folders, 8 to 512.")
  private int side = 32;

  @Option(names = "--width", description = "Channels of the first stage, 1 to 512.")
  private int width = 64;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "BLOCKS",
      description = "Blocks of each stage; 2,2,2,2 is ResNet-18.")
  private List<Integer> stages = List.of(2, 2, 2, 2);

  @Option(names = "--rate", description = "Peak learning rate, 1e-9 to 10.")
  private double rate = 0.1;

  @Option(names = "--ema", description = "Decay of the average of parameters, 0 to 0.9999.")
  private double decay = 0.99;

  @Option(names = "--precision", description = "Numbers to compute in: ${COMPLETION-CANDIDATES}.")
  private Precision precision = Precision.F32;

  @Option(names = "--no-augment", description = "Leaves training images as they are.")
  private boolean plain;

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Where the training is saved after each epoch, and resumed from.")
  private @Nullable Path checkpoint;

  @Mixin private final ReportOption report = new ReportOption(Path.of("resnet-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofImage("resnet-maps.png", "Where the maps are written.");

  void check(OptionChecks checks) {
    checks.range("--epochs", epochs, 1, 10_000);
    checks.range("--batch", batch, 1, 4096);
    checks.range("--accumulate", accumulate, 1, 64);
    checks.range("--side", side, 8, 512);
    checks.range("--width", width, 1, 512);
    stages.forEach(blocks -> checks.range("--stages", blocks, 1, 64));
    checks.range("--rate", rate, 1e-9, 10);
    checks.range("--ema", decay, 0, 0.9999);
    report.check(checks);
    picture.check(checks);
    checks.folder("--checkpoint", checkpoint);
  }

  /** Checks what depends on the number of images. */
  void check(OptionChecks checks, int images) {
    checks.range("--batch", batch, 1, images);
    checks.range("--accumulate", accumulate, 1, images / batch);
  }

  Path data() {
    return Objects.requireNonNull(data);
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

  int accumulate() {
    return accumulate;
  }

  int side() {
    return side;
  }

  int width() {
    return width;
  }

  List<Integer> stages() {
    return stages;
  }

  double rate() {
    return rate;
  }

  double decay() {
    return decay;
  }

  DType dtype() {
    return precision.dtype;
  }

  boolean augment() {
    return !plain;
  }

  @Nullable Path checkpoint() {
    return checkpoint;
  }

  Path report() {
    return report.file();
  }

  PictureOption picture() {
    return picture;
  }
}

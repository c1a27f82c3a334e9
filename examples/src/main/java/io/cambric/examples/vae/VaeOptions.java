package io.cambric.examples.vae;

import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the training on the command line; picocli writes them. */
final class VaeOptions {

  @Option(names = "--seed", description = "Seed of parameters, noise and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 10000.")
  private int epochs = 60;

  @Option(names = "--batch", description = "Images a step, 1 to 1000.")
  private int batch = 128;

  @Option(names = "--hidden", description = "Width of the hidden layers, 1 to 4096.")
  private int hidden = 256;

  @Option(names = "--latents", description = "Numbers that describe an image, 1 to 256.")
  private int latents = 8;

  @Option(names = "--rate", description = "Learning rate of Adam, 1e-9 to 1.")
  private double rate = 1e-3;

  @Mixin private final ReportOption report = new ReportOption(Path.of("vae-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofImage("vae-samples.png", "Where the samples are written.");

  void check(OptionChecks checks) {
    checks.range("--epochs", epochs, 1, 10_000);
    checks.range("--batch", batch, 1, 1000);
    checks.range("--hidden", hidden, 1, 4096);
    checks.range("--latents", latents, 1, 256);
    checks.range("--rate", rate, 1e-9, 1);
    report.check(checks);
    picture.check(checks);
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

  int hidden() {
    return hidden;
  }

  int latents() {
    return latents;
  }

  double rate() {
    return rate;
  }

  Path report() {
    return report.file();
  }

  PictureOption picture() {
    return picture;
  }
}

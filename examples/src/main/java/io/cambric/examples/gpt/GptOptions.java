package io.cambric.examples.gpt;

import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.models.gpt2.Gpt2Config;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the training on the command line; picocli writes them. */
final class GptOptions {

  /** Validations of a training. */
  private static final int VALIDATIONS = 20;

  @Option(names = "--seed", description = "Seed of parameters, dropout, batches and samples.")
  private long seed = 1;

  @Option(names = "--vocab", description = "Tokens of the tokenizer at most, 257 to 65536.")
  private int vocab = 512;

  @Option(names = "--context", description = "Tokens that the model sees, 2 to 4096.")
  private int context = 128;

  @Option(names = "--width", description = "Width of the states, a multiple of --heads.")
  private int width = 128;

  @Option(names = "--layers", description = "Blocks, 1 to 64.")
  private int layers = 4;

  @Option(names = "--heads", description = "Heads of attention, 1 to 64.")
  private int heads = 4;

  @Option(names = "--dropout", description = "Fraction dropped in training, 0 to 0.9.")
  private double dropout = 0.1;

  @Option(names = "--steps", description = "Steps of the training, 1 to 1000000.")
  private int steps = 500;

  @Option(names = "--batch", description = "Windows a step, 1 to 1024.")
  private int batch = 16;

  @Option(names = "--rate", description = "Peak learning rate, 1e-9 to 10.")
  private double rate = 1e-3;

  @Option(names = "--decay", description = "Weight decay of matrices, 0 to 10.")
  private double decay = 0.1;

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Where the training is saved at each validation, and resumed from.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--tensorboard",
      paramLabel = "DIR",
      description = "Where event files for TensorBoard are written.")
  private @Nullable Path tensorboard;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the model is written, in the layout of Hugging Face.")
  private Path out = Path.of("gpt-model");

  @Mixin private final ReportOption report = new ReportOption(Path.of("gpt-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("gpt-losses.svg", "Where the curves are written.");

  /** Checks what can be checked before the text is read. */
  void check(OptionChecks checks) {
    checks.range("--vocab", vocab, 257, 1 << 16);
    checks.range("--context", context, 2, 4096);
    checks.range("--heads", heads, 1, 64);
    checks.range("--width", width, 1, 4096);
    if (width % heads != 0) {
      throw checks.invalid(
          "--width", "needs a multiple of %d heads, but got %d.".formatted(heads, width));
    }
    checks.range("--layers", layers, 1, 64);
    checks.range("--dropout", dropout, 0, 0.9);
    checks.range("--steps", steps, 1, 1_000_000);
    checks.range("--batch", batch, 1, 1024);
    checks.range("--rate", rate, 1e-9, 10);
    checks.range("--decay", decay, 0, 10);
    report.check(checks);
    picture.check(checks);
    checks.folder("--out", out);
    checks.folder("--checkpoint", checkpoint);
    checks.folder("--tensorboard", tensorboard);
  }

  /**
   * {@return the model}
   *
   * @param vocabulary tokens of the tokenizer
   * @param end the token between texts
   */
  Gpt2Config config(int vocabulary, int end) {
    return Gpt2Config.ofSize(vocabulary, context, width, layers, heads)
        .withDropout(dropout)
        .withEosTokenId(List.of(end));
  }

  /** {@return the numbers that the result depends on} */
  Map<String, Object> hyperparameters() {
    var values = new LinkedHashMap<String, Object>();
    values.put("seed", seed);
    values.put("vocab", vocab);
    values.put("context", context);
    values.put("width", width);
    values.put("layers", layers);
    values.put("heads", heads);
    values.put("dropout", OptionChecks.text(dropout));
    values.put("steps", steps);
    values.put("batch", batch);
    values.put("rate", OptionChecks.text(rate));
    values.put("decay", OptionChecks.text(decay));
    return values;
  }

  long seed() {
    return seed;
  }

  int vocab() {
    return vocab;
  }

  int context() {
    return context;
  }

  int steps() {
    return steps;
  }

  /** {@return steps from one validation to the next} */
  int validateEvery() {
    return Math.max(1, steps / VALIDATIONS);
  }

  int batch() {
    return batch;
  }

  double rate() {
    return rate;
  }

  double decay() {
    return decay;
  }

  @Nullable Path checkpoint() {
    return checkpoint;
  }

  @Nullable Path tensorboard() {
    return tensorboard;
  }

  Path out() {
    return out;
  }

  Path report() {
    return report.file();
  }

  PictureOption picture() {
    return picture;
  }
}

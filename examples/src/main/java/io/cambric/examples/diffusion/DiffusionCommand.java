package io.cambric.examples.diffusion;

import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;
import static io.cambric.transform.Transforms.jit;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.examples.console.ReportOption;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.examples.images.Tiles;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.training.TrainingResult;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run diffusion}: trains on digits, and makes digits of noise. */
@Command(
    name = "diffusion",
    description = "Trains a denoising diffusion model on digits, and makes digits of noise.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DiffusionCommand implements Callable<Integer> {

  private static final int DIGITS = 10;
  private static final int SIDE = 8;
  private static final int ZOOM = 4;
  private static final int TEST_BATCH = 500;
  private static final int LINES = 10;

  @Option(names = "--seed", description = "Seed of parameters, noise and order of the images.")
  private long seed = 1;

  @Option(names = "--epochs", description = "Passes over the training part, 1 to 10000.")
  private int epochs = 50;

  @Option(names = "--batch", description = "Images a step, 1 to 1437.")
  private int batch = 64;

  @Option(names = "--channels", description = "Of the first level, a multiple of 8 up to 256.")
  private int channels = 32;

  @Option(names = "--levels", description = "Levels of noise, 2 to 4000.")
  private int levels = 200;

  @Option(names = "--guidance", description = "Weight of the digit that is asked for, 0 to 10.")
  private double guidance = 1.5;

  @Option(names = "--rate", description = "Peak learning rate of Adam, 1e-9 to 1.")
  private double rate = 2e-3;

  @Option(names = "--ema", description = "Decay of the average of parameters, 0 to 0.9999.")
  private double decay = 0.995;

  @Mixin private final ReportOption report = new ReportOption(Path.of("diffusion-report.html"));

  @Mixin
  private final PictureOption picture =
      PictureOption.ofImage("diffusion-samples.png", "Where the samples are written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public DiffusionCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var digits = DigitsData.builtIn();
    var training = centred(digits.trainingPart().batch());
    var test = centred(digits.testPart().batch());
    var diffusion = new Diffusion(NoiseSchedule.cosine(levels));
    try (var page = Report.to(report.file(), "Diffusion")) {
      var trained = train(diffusion, training, test, page, out);
      var state = trained.state().withParams(Objects.requireNonNull(trained.average()));
      var made = samples(diffusion, state);
      var grid = Tiles.of(made.images().reshape(-1, SIDE, SIDE).add(1).mul(0.5), DIGITS, ZOOM);
      page.writeImages(
          trained.steps(), Map.of("samples", grid.reshape(1, grid.dim(0), grid.dim(1), 1)));
      picture.write(grid);
      var judge = new NearestDigit(training);
      out.println("report: " + report);
      out.println("picture: " + picture);
      out.printf(
          Locale.ROOT,
          "recognised by their nearest neighbour: test images %.4f, samples %.4f%n",
          judge.accuracy(test),
          judge.accuracy(made));
    }
    return 0;
  }

  private void check(OptionChecks checks) {
    checks.range("--epochs", epochs, 1, 10_000);
    checks.range("--batch", batch, 1, 1437);
    checks.range("--channels", channels, DenoiserDef.GROUPS, 256);
    if (channels % DenoiserDef.GROUPS != 0) {
      throw checks.invalid(
          "--channels",
          "needs a multiple of %d, but got %d.".formatted(DenoiserDef.GROUPS, channels));
    }
    checks.range("--levels", levels, 2, 4000);
    checks.range("--guidance", guidance, 0, 10);
    checks.range("--rate", rate, 1e-9, 1);
    checks.range("--ema", decay, 0, 0.9999);
    report.check(checks);
    picture.check(checks);
  }

  /** {@return images from -1 to 1} */
  private static Batch centred(Batch images) {
    return new Batch(images.images().mul(2).sub(1), images.labels());
  }

  private TrainingResult<StandardTrainState<Denoiser>> train(
      Diffusion diffusion, Batch training, Batch test, Report page, PrintWriter out) {
    var key = Key.of(seed);
    int steps = training.size() / batch;
    var net = Denoiser.of(channels);
    var first = training.images().get("0:1");
    var zero = training.labels().get("0:1");
    var state =
        StandardTrainState.create(
            net, net.init(key, first, zero, zero), adam(cosineDecay(rate, steps * epochs)));
    var progress = Progress.standard(out);
    return Training.of(
            state, (StandardTrainState<Denoiser> s, Batch b) -> diffusion.step(s, b, key.foldIn(1)))
        .data(epoch -> Dataset.ofArrays(training).shuffle(key.foldIn(1000 + epoch)).batch(batch))
        .epochs(epochs)
        .ema(decay)
        .evaluate(
            "test",
            Dataset.ofArrays(test).batch(TEST_BATCH, Remainder.KEEP),
            (s, b) -> diffusion.evaluation(s, b, key.foldIn(2)))
        .requireFinite("loss")
        .report(page)
        .progress(progress)
        .afterEpoch(event -> show(event, progress, out))
        .run();
  }

  private void show(
      TrainingEvent<StandardTrainState<Denoiser>> event, Progress progress, PrintWriter out) {
    int done = event.epoch() + 1;
    if (done % Math.ceilDiv(epochs, LINES) == 0 || done == epochs) {
      progress.println(
          String.format(
              Locale.ROOT,
              "epoch %2d/%d  loss %.4f  test loss %.4f",
              done,
              epochs,
              event.metrics().get("train/loss"),
              event.metrics().get("test/loss")));
      ClosedOutputException.check(out);
    }
  }

  /** {@return ten images of each digit, a row for each} */
  private Batch samples(Diffusion diffusion, StandardTrainState<Denoiser> state) {
    Array labels = Numpy.repeat(Numpy.arange(DIGITS), DIGITS).astype(DType.I32);
    var key = Key.of(seed).foldIn(3);
    var images =
        jit((StandardTrainState<Denoiser> s, Array l) -> diffusion.sample(s, l, guidance, key))
            .apply(state, labels);
    return new Batch(images, labels);
  }
}

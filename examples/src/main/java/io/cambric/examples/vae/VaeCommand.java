package io.cambric.examples.vae;

import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Tiles;
import io.cambric.examples.vae.VaeTraining.Images;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./run vae}: trains on the handwritten digits, and draws digits that nobody
 * wrote.
 */
@Command(
    name = "vae",
    description = "Trains a variational autoencoder on digits, and draws new ones.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class VaeCommand implements Callable<Integer> {

  private static final int SIDE = 8;
  private static final int PIXELS = SIDE * SIDE;
  private static final int TEST_BATCH = 500;
  private static final int COLUMNS = 16;
  private static final int ZOOM = 4;

  /** A line of numbers comes after each such part of the training. */
  private static final int LINES = 10;

  @Mixin private final VaeOptions options = new VaeOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public VaeCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    options.check(new OptionChecks(command));
    var out = command.commandLine().getOut();
    var digits = DigitsData.builtIn();
    var training = pixels(digits.trainingPart());
    var test = pixels(digits.testPart());
    var key = Key.of(options.seed());
    var model = Vae.of(options.hidden(), options.latents(), PIXELS);
    var state = VaeTraining.state(model, training.pixels(), options.rate(), key);
    try (var report = Report.to(options.report(), "Variational autoencoder")) {
      var trained =
          Training.of(
                  state,
                  (StandardTrainState<Vae> s, Images batch) ->
                      VaeTraining.step(s, batch, key.foldIn(2)))
              .data(epoch ->
                  Dataset.ofArrays(training)
                      .shuffle(key.foldIn(1000 + epoch))
                      .batch(options.batch()))
              .epochs(options.epochs())
              .evaluate(
                  "test",
                  Dataset.ofArrays(test).batch(TEST_BATCH, Remainder.KEEP),
                  (s, batch) -> VaeTraining.evaluation(s, batch, key.foldIn(3)))
              .requireFinite("loss")
              .report(report)
              .afterEpoch(event -> show(event, out))
              .run();
      var picture = picture(trained.state(), test.pixels(), key.foldIn(4));
      report.writeImages(
          trained.steps(), Map.of("digits", picture.reshape(1, picture.dim(0), picture.dim(1), 1)));
      options.picture().write(picture);
      out.println("report: " + options.report());
      out.println("picture: " + options.picture());
      out.printf(Locale.ROOT, "test loss: %.2f nats%n", trained.metrics().get("test/loss"));
    }
    return 0;
  }

  private static Images pixels(DigitsData digits) {
    return new Images(digits.batch().images().reshape(digits.size(), PIXELS));
  }

  private void show(TrainingEvent<StandardTrainState<Vae>> event, PrintWriter out) {
    int done = event.epoch() + 1;
    if (done % Math.ceilDiv(options.epochs(), LINES) == 0 || done == options.epochs()) {
      var metrics = event.metrics();
      out.printf(
          Locale.ROOT,
          "epoch %2d/%d  loss %.2f  reconstruction %.2f  divergence %.2f  test loss %.2f%n",
          done,
          options.epochs(),
          metrics.get("train/loss"),
          metrics.get("train/reconstruction"),
          metrics.get("train/divergence"),
          metrics.get("test/loss"));
      ClosedOutputException.check(out);
    }
  }

  /** {@return a row of test images, a row of their reconstructions, and four rows of new digits} */
  private static Array picture(StandardTrainState<Vae> state, Array test, Key key) {
    var shown = test.get("0:" + COLUMNS);
    var all =
        Numpy.concatenate(
            List.of(
                shown,
                VaeTraining.reconstructions(state, shown),
                VaeTraining.samples(state, 4 * COLUMNS, key)));
    return Tiles.of(all.reshape(-1, SIDE, SIDE), COLUMNS, ZOOM);
  }
}

package io.cambric.examples.resnet;

import static io.cambric.transform.Transforms.jit;

import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.examples.Version;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.images.Batch;
import io.cambric.examples.images.Tiles;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.training.TrainingResult;
import io.cambric.nn.writer.Progress;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ./run resnet}: trains on images that the user names. */
@Command(
    name = "resnet",
    description = "Trains ResNet-18 on CIFAR's files or a folder of images.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ResNetCommand implements Callable<Integer> {

  private static final int TEST_BATCH = 250;

  /** Images that maps are drawn for, in a row. */
  private static final int SHOWN = 12;

  private static final int ZOOM = 2;
  private static final double MAX_BYTE = 255;

  @Mixin private final ResNetOptions options = new ResNetOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public ResNetCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    options.check(checks);
    var out = command.commandLine().getOut();
    var key = Key.of(options.seed());
    var images = ImageSet.read(options.data(), options.side(), key.foldIn(-1));
    options.check(checks, images.training().size());
    out.printf(
        Locale.ROOT,
        "%d images to learn from, %d to test on, %d classes%n",
        images.training().size(),
        images.test().size(),
        images.classes().size());
    try (var report = Report.to(options.report(), "Residual network")) {
      var training = ResNetTraining.of(images.training(), options.augment());
      var trained = train(images, training, key, report, out);
      var state = trained.state().withParams(Objects.requireNonNull(trained.average()));
      explain(images, training, state, report);
      out.println("report: " + options.report());
      out.println("picture: " + options.picture());
      out.printf(Locale.ROOT, "test accuracy: %.4f%n", trained.metrics().get("test/accuracy"));
    }
    return 0;
  }

  private TrainingResult<StandardTrainState<ResNet>> train(
      ImageSet images, ResNetTraining functions, Key key, Report report, PrintWriter out) {
    int batches = images.training().size() / options.batch();
    int total = batches * options.epochs();
    var net =
        ResNet.of(options.width(), options.stages(), images.classes().size(), options.dtype());
    var state =
        ResNetTraining.state(
            net,
            functions.normalized(images.training().images().get("0:1")),
            ResNetTraining.optimizer(options.rate(), total / options.accumulate()),
            key);
    out.printf(Locale.ROOT, "%d parameters%n", state.params().elementCount());
    var progress = Progress.standard(out);
    var training =
        Training.of(
                state, (StandardTrainState<ResNet> s, Batch batch) -> functions.step(s, batch, key))
            .data(epoch ->
                Dataset.ofArrays(images.training())
                    .shuffle(key.foldIn(1000 + epoch))
                    .batch(options.batch()))
            .epochs(options.epochs())
            .ema(options.decay())
            .evaluate(
                "test",
                Dataset.ofArrays(images.test()).batch(TEST_BATCH, Remainder.KEEP),
                functions::evaluation)
            .requireFinite("loss")
            .report(report)
            .progress(progress)
            .afterEpoch(event -> show(event, progress, out));
    if (options.accumulate() > 1) {
      training = training.accumulate(options.accumulate());
    }
    var folder = options.checkpoint();
    return (folder == null ? training : training.checkpoint(Checkpoints.in(folder).withKeep(2)))
        .run();
  }

  private void show(
      TrainingEvent<StandardTrainState<ResNet>> event, Progress progress, PrintWriter out) {
    var metrics = event.metrics();
    progress.println(
        String.format(
            Locale.ROOT,
            "epoch %2d/%d  loss %.4f  training accuracy %.4f  test accuracy %.4f",
            event.epoch() + 1,
            options.epochs(),
            metrics.get("train/loss"),
            metrics.get("train/accuracy"),
            metrics.get("test/accuracy")));
    ClosedOutputException.check(out);
  }

  /** Draws test images above the places that speak for their predicted classes. */
  private void explain(
      ImageSet images, ResNetTraining functions, StandardTrainState<ResNet> state, Report report) {
    Array shown = images.test().images().get("0:" + Math.min(SHOWN, images.test().size()));
    Array maps =
        jit((StandardTrainState<ResNet> s, Array x) ->
                GradCam.maps(s, functions.normalized(x), functions.logits(s, x).argmax(-1)))
            .apply(state, shown);
    Array plain = shown.div(MAX_BYTE);
    Array grid = Tiles.ofColours(plain, GradCam.overlay(plain, maps), ZOOM);
    report.writeImages(
        0, Map.of("places that decide", grid.reshape(1, grid.dim(0), grid.dim(1), 3)));
    options.picture().write(grid);
  }
}

package io.cambric.examples.digits;

import static io.cambric.nn.Pooling.maxPool;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.data.*;
import io.cambric.data.image.LabelledImages;
import io.cambric.errors.DataException;
import io.cambric.errors.NonFiniteException;
import io.cambric.examples.console.*;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.nn.*;
import io.cambric.nn.summary.Summary;
import io.cambric.nn.training.*;
import io.cambric.optax.schedule.Schedule;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** The example {@code ./run digits}: a convolutional network that reads handwritten digits. */
public final class DigitsExample {

  /** The command {@code ./run digits}. */
  public static final ExampleCommand COMMAND =
      options(
              "digits",
              "Trains a convolutional network on 1,797 handwritten digits, in under a minute.",
              20,
              48)
          .file("--data", "CSV with 64 intensities from 0 to 16 and a digit in each line.")
          .runs(DigitsExample::run);

  private static final int BATCH = 64;
  private static final int TEST_BATCH = 500;

  /** The learning rate rises during the first one of this many parts of the training. */
  private static final int WARMUP_PART = 20;

  private static final int HIDDEN = 128;
  private static final double DROPOUT = 0.3;
  private static final String RESOURCE = "digits.csv";
  private static final int SIDE = 8;
  static final double BRIGHTEST = 16;

  /** Rows at the end of the file: largely other writers than those before. */
  static final int TEST_ROWS = 360;

  private static final List<Integer> HALF = List.of(2, 2);

  private DigitsExample() {}

  /** The options of a training on images, for the examples of other data sets too. */
  public static ExampleProgram options(String name, String description, int epochs, int width) {
    return ExampleProgram.of(name, description)
        .epochs(epochs)
        .whole("--width", width, 1, 1024, "Channels of the first convolutions.")
        .number("--rate", 3e-3, 1e-9, 1e30, "Peak learning rate.")
        .folders();
  }

  /** A 3 by 3 convolution, batch normalisation and relu. */
  @Module
  record ConvBlockDef(int features) {
    @Compact
    Array call(Array x, boolean isTraining) {
      var h = Conv.of(features, 3, 3).withUseBias(false).call(x);
      return relu(BatchNorm.of().withMomentum(0.9).call(h, !isTraining));
    }
  }

  /** A network for images of ten classes. */
  @Module
  @Example(
      module = "DigitNet.of(16, 16)",
      in = {"u8[2, 8, 8, 1]", "true"},
      out = "f32[2, 10]")
  @Example(
      module = "DigitNet.of(16, 16)",
      in = {"u8[2, 8, 8, 1]", "false"},
      out = "f32[2, 10]")
  record DigitNetDef(int width, double brightest) {
    @Compact
    Array call(Array images, boolean isTraining) {
      var x = images.astype(DType.F32).div(brightest);
      x = ConvBlock.of(width).call(x, isTraining);
      x = maxPool(ConvBlock.of(width).call(x, isTraining), HALF, HALF);
      x = maxPool(ConvBlock.of(2 * width).call(x, isTraining), HALF, HALF);
      x = Dropout.of(DROPOUT).call(x.reshape(x.dim(0), -1), !isTraining);
      x = relu(Dense.of(HIDDEN).call(x));
      x = Dropout.of(DROPOUT).call(x, !isTraining);
      return Dense.of(10).named("logits").call(x);
    }
  }

  /** The learning rate of each step: it rises at first, and falls to 0. */
  static Schedule rate(double peak, int steps) {
    return warmupCosineDecay(0, peak, steps / WARMUP_PART, steps);
  }

  static Array loss(DigitNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    return softmaxCrossEntropyWithIntegerLabels(logits, batch.labels()).mean();
  }

  static Metrics metrics(DigitNet net, LabelledImages batch, boolean isTraining) {
    var logits = net.call(batch.images(), isTraining);
    var metrics = Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()));
    return isTraining
        ? metrics
        : metrics.with("confusion", ConfusionMatrix.of(10).update(logits, batch.labels()));
  }

  /**
   * {@return the digits of a table: 64 intensities from 0 to 16 and a digit a line}
   *
   * @throws DataException if a line has another form, or there are too few lines for a test part
   */
  static LabelledImages read(Csv csv) {
    var table = csv.withoutHeader().withMissing();
    var columns = table.columns();
    if (columns.size() != SIDE * SIDE + 1) {
      throw new DataException(
          "%s needs lines of %d pixels and a label, separated by commas, but the first line has %d values."
              .formatted(csv.name(), SIDE * SIDE, columns.size()));
    }
    var pixels = columns.subList(0, SIDE * SIDE).toArray(String[]::new);
    var label = columns.getLast();
    var checked = table.withRange(0, BRIGHTEST).withRange(0, 9, label);
    var images = checked.floats(pixels).reshape(-1, SIDE, SIDE, 1);
    var labels = checked.ints(label);
    if (images.dim(0) <= TEST_ROWS) {
      throw new DataException(
          "%s needs more than %d rows, because the last %d are the test part, but has %d."
              .formatted(csv.name(), TEST_ROWS, TEST_ROWS, images.dim(0)));
    }
    return new LabelledImages(images, labels);
  }

  /** {@return the 1,797 digits that come with the example} */
  static Csv builtIn() {
    try (var stream = DigitsExample.class.getResourceAsStream(RESOURCE)) {
      return Csv.of(Objects.requireNonNull(stream, RESOURCE).readAllBytes(), RESOURCE);
    } catch (IOException e) {
      throw new DataException("The resource " + RESOURCE + " cannot be read: " + e, e);
    }
  }

  private static void run(ExampleRun run) {
    var file = run.path("--data");
    var digits = Dataset.ofArrays(read(file == null ? builtIn() : Csv.of(file)));
    int training = digits.size().orElseThrow() - TEST_ROWS;
    var net = DigitNet.of(run.whole("--width"), BRIGHTEST);
    train(run, "Digits", net, digits.take(training), digits.skip(training));
  }

  /** Trains a network on images, and reports its accuracy on others. */
  public static void train(
      ExampleRun run,
      String title,
      DigitNet net,
      Dataset<LabelledImages> training,
      Dataset<LabelledImages> test) {
    var key = run.key();
    int count = training.size().orElseThrow();
    int batch = Math.min(BATCH, count);
    // Nobody waits for more steps than fit.
    int steps = (int) Math.min((long) count / batch * run.epochs(), Integer.MAX_VALUE);
    var images = first(training).images();
    var variables = net.init(key, images, false);
    run.summary(Summary.of(net, variables, m -> m.call(images, false)));
    var minimization =
        Training.minimize(
                net, variables, adam(rate(run.number("--rate"), steps)), DigitsExample::loss)
            .metrics(DigitsExample::metrics)
            .rng("dropout", key)
            .mutable("batch_stats")
            .data(epoch -> training.shuffle(key.foldIn(-1 - epoch)).batch(batch))
            .evaluate("test", test.batch(TEST_BATCH, Remainder.KEEP))
            .epochs(run.epochs())
            .requireFinite("loss")
            .afterEpoch(run.lines(run.epochs(), "train/loss", "train/accuracy", "test/accuracy"));
    var trained = run.watched(title, BestMetric.highest("test/accuracy", 1), minimization).run();
    if (!Double.isFinite(trained.metric("test/loss"))) {
      throw new NonFiniteException(
          "The test loss is not finite after the last step. The training has diverged: pass a --rate below %s."
              .formatted(run.number("--rate")));
    }

    var shown = first(test);
    var logits = net.apply(trained.state().variables(), shown.images(), false);
    var classes = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    run.report(title)
        .addMisclassified(
            shown.images().astype(DType.F32).div(net.brightest()), logits, shown.labels(), classes);
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }

  private static LabelledImages first(Dataset<LabelledImages> images) {
    try (var batches = images.batch(TEST_BATCH, Remainder.KEEP).iterator()) {
      return batches.next();
    }
  }
}

package io.cambric.examples.deep;

import static io.cambric.numpy.Activations.relu;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.data.Dataset;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.*;
import io.cambric.nn.report.*;
import io.cambric.nn.training.*;
import io.cambric.scope.*;
import java.util.*;

/**
 * The example {@code ./run deep}: a residual network of hundreds of convolutional blocks, trained
 * in the memory of a few.
 *
 * @see <a href="https://arxiv.org/abs/1604.06174">Chen et al., Training Deep Nets with Sublinear
 *     Memory Cost</a>
 */
public final class DeepExample {

  /** The command {@code ./run deep}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of("deep", "Trains a residual network of many convolutions in little memory.")
          .epochs(2)
          .whole("--depth", 40, 1, 10_000, "Blocks of the trained network.")
          .whole("--most", 1000, 10, 100_000, "Most blocks of the comparison.")
          .picture("deep-memory.svg", "The memory of a gradient for several depths.")
          .runs(DeepExample::run);

  private static final int WIDTH = 16;
  private static final int GROUPS = 4;
  private static final int BATCH = 32;
  private static final double RATE = 1e-3;

  private DeepExample() {}

  /** The values that a stack of blocks keeps for its backward pass. */
  enum Residuals {
    /** The values that the derivative reads. */
    STORED,
    /** The input of each block, from which its other values are computed again. */
    REMAT,
    /** The inputs of few blocks, from which the inputs of all others are computed again. */
    REMAT_SCAN;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** A residual block of two convolutions, {@code [n, height, width, features]} to the same. */
  @Module
  record BlockDef(int features) {

    @Compact
    Array call(Array x) {
      var h = Conv.of(features, 3, 3).call(relu(GroupNorm.of().withNumGroups(GROUPS).call(x)));
      h = GroupNorm.of().withNumGroups(GROUPS).call(h);
      return x.add(Conv.of(features, 3, 3).call(relu(h)).div(Math.sqrt(features)));
    }
  }

  /** A classifier of digits, images {@code [n, 8, 8, 1]} to logits. */
  @Module
  record DeepNetDef(int width, int depth, Residuals residuals) {

    @Compact
    Array call(Array images) {
      var x = Conv.of(width, 3, 3).named("images").call(images);
      x = blocks().named("blocks").call(x);
      return Dense.of(10).named("logits").call(relu(x).mean(1, 2));
    }

    private Block blocks() {
      var block = Block.of(width);
      return switch (residuals) {
        case STORED -> scanned(block);
        case REMAT -> scanned(block.remat());
        case REMAT_SCAN -> block.rematScan(lengths(depth));
      };
    }

    private Block scanned(Block block) {
      return block.scan().variableAxis("params", 0).splitRngs("params").length(depth);
    }
  }

  /** {@return the lengths of two nested loops over a number of blocks, as equal as they can be} */
  static int[] lengths(int depth) {
    int outer = (int) Math.sqrt(depth);
    while (depth % outer != 0) {
      outer--;
    }
    return new int[] {outer, depth / outer};
  }

  static Array loss(DeepNet net, Batch batch) {
    return softmaxCrossEntropyWithIntegerLabels(net.call(batch.images()), batch.labels()).mean();
  }

  static Metrics metrics(DeepNet net, Batch batch) {
    var logits = net.call(batch.images());
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()));
  }

  /**
   * The cost of a gradient.
   *
   * @param megabytes of memory, without parameters, gradients, and the work of one step in a loop
   */
  record Cost(double megabytes, double seconds) {

    static Cost of(DeepNet net, Params params, Batch batch) {
      var gradient =
          jit((Params p) ->
              grad((Params q) -> net.apply(Variables.of(q), m -> loss(m, batch))).apply(p));
      double bytes = gradient.lower(params).temporaryBytes();
      // The first run compiles.
      var _ = gradient.apply(params);
      long start = System.nanoTime();
      var _ = gradient.apply(params);
      return new Cost(bytes / 1e6, (System.nanoTime() - start) / 1e9);
    }
  }

  /** Prints memory and time of a gradient by the depth of the network, and draws the memory. */
  private static LineChart compare(ExampleRun run, Batch batch) {
    run.println("One gradient, without parameters and gradients: MB, seconds");
    run.println("blocks            stored             remat        remat scan");
    var memory = new EnumMap<Residuals, List<Double>>(Residuals.class);
    var depths = new ArrayList<Double>();
    for (int depth = 10; depth <= run.whole("--most"); depth *= 10) {
      depths.add((double) depth);
      var line = new StringBuilder(String.format(Locale.ROOT, "%6d", depth));
      for (var residuals : Residuals.values()) {
        var net = DeepNet.of(WIDTH, depth, residuals);
        var cost = Cost.of(net, net.init(run.key(), batch.images()).params(), batch);
        memory.computeIfAbsent(residuals, _ -> new ArrayList<>()).add(cost.megabytes());
        line.append(String.format(Locale.ROOT, "%10.1f %7.2f", cost.megabytes(), cost.seconds()));
      }
      run.println(line.toString());
    }
    run.println("");
    var curves = new ArrayList<Series>();
    memory.forEach((residuals, all) -> curves.add(Series.of(residuals.text(), depths, all)));
    return LineChart.of("Memory of a gradient", "blocks", curves)
        .withYLabel("MB")
        .withLogarithmic(true);
  }

  static void run(ExampleRun run) {
    var digits = DigitsData.builtIn();
    var images = digits.trainingPart().batch();
    var report = run.report("Deep residual network");
    var chart = compare(run, digits.batches(BATCH).getFirst());
    run.picture(chart);
    report.addChart(chart);

    var key = run.key();
    var net = DeepNet.of(WIDTH, run.whole("--depth"), Residuals.REMAT_SCAN);
    var trained =
        Training.minimize(
                net, net.init(key, images.images().get("0:1")), adam(RATE), DeepExample::loss)
            .metrics(DeepExample::metrics)
            .data(epoch -> Dataset.ofArrays(images).shuffle(key.foldIn(epoch)).batch(BATCH))
            .epochs(run.epochs())
            .evaluate("test", List.of(digits.testPart().batch()))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "test/accuracy"))
            .run();
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}

package io.cambric.examples.reversible;

import static io.cambric.numpy.Activations.gelu;
import static io.cambric.numpy.Numpy.concatenate;
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
import io.cambric.module.Lift;
import io.cambric.nn.*;
import io.cambric.nn.report.*;
import io.cambric.nn.training.*;
import io.cambric.scope.*;
import io.cambric.scope.lift.LiftedGrads;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.WithResiduals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The example {@code ./run reversible}: a residual network whose memory does not grow with its
 * depth, as the backward pass computes the input of each block from its output.
 *
 * @see <a href="https://arxiv.org/abs/1707.04585">Gomez et al., The Reversible Residual Network</a>
 */
public final class ReversibleExample {

  /** The command {@code ./run reversible}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "reversible", "Trains a residual network with memory independent of its depth.")
          .epochs(10)
          .whole("--depth", 12, 1, 1000, "Blocks of the trained network.")
          .picture("reversible-memory.svg", "The memory of a gradient for several depths.")
          .runs(ReversibleExample::run);

  private static final List<Integer> DEPTHS = List.of(4, 8, 16, 32, 64);
  private static final int WIDTH = 32;
  private static final int BATCH = 128;

  private ReversibleExample() {}

  /** The values that a stack of blocks keeps for its backward pass. */
  enum Residuals {
    /** The values that the derivative reads. */
    STORED,
    /** The input of each block, from which the rest is computed again. */
    CHECKPOINTS,
    /** The output of the last block, from which all others are computed. */
    REVERSED
  }

  /** The two halves of the features of a batch, {@code [n, width]} each. */
  @PyTree
  record Halves(Array first, Array second) {}

  /** A function of one half, of any kind: a block never inverts it. */
  @Module
  record BranchDef(int hidden) {

    @Compact
    Array call(Array x) {
      var wide = gelu(Dense.of(hidden).call(LayerNorm.of().call(x)));
      return Dense.of(x.dim(-1)).call(wide);
    }
  }

  /**
   * A residual block that has an inverse.
   *
   * <pre>
   *   y1 = x1 + f(x2)        x2 = y2 - g(y1)
   *   y2 = x2 + g(y1)        x1 = y1 - f(x2)
   * </pre>
   */
  @Module
  record ReversibleBlockDef(int hidden) {

    record Parts(Branch f, Branch g) {}

    @Setup
    Parts parts() {
      return new Parts(Branch.of(hidden), Branch.of(hidden));
    }

    Halves call(Parts parts, Halves x) {
      var first = x.first().add(parts.f().call(x.second()));
      return new Halves(first, x.second().add(parts.g().call(first)));
    }

    /** {@return the input that an output was computed from, up to rounding} */
    Halves inverse(Parts parts, Halves y) {
      var second = y.second().sub(parts.g().call(y.first()));
      return new Halves(y.first().sub(parts.f().call(second)), second);
    }
  }

  /** A classifier of digits, {@code [n, pixels] -> [n, 10]}, with a loop over many blocks. */
  @Module
  record ReversibleNetDef(int width, int depth, Residuals residuals) {

    /** The parameters of all blocks, and the output of the last one. */
    @PyTree
    record Kept(Variables variables, Halves output) {}

    /** Output and cotangent of a block, on the way back. */
    @PyTree
    record Backward(Halves output, Halves cotangent) {}

    @Compact
    Array call(Array x) {
      var h = Dense.of(2 * width).named("inputs").call(x);
      var halves = new Halves(h.get("..., :" + width), h.get("..., %d:".formatted(width)));
      var y = blocks(halves);
      var joined = concatenate(List.of(y.first(), y.second()), -1);
      return Dense.of(10).named("logits").call(LayerNorm.of().named("norm").call(joined));
    }

    /** {@return the output of blocks whose parameters have a leading axis} */
    private Halves blocks(Halves x) {
      var block = ReversibleBlock.of(2 * width);
      var scan = (residuals == Residuals.CHECKPOINTS ? block.remat() : block).scan();
      var blocks = scan.variableAxis("params", 0).splitRngs("params").length(depth).named("blocks");
      return residuals == Residuals.REVERSED
          ? Lift.customVjp(ReversibleBlock::call, this::forward, this::backward).apply(blocks, x)
          : blocks.call(x);
    }

    private WithResiduals<Halves, Kept> forward(ReversibleBlock blocks, Halves x) {
      var output = blocks.call(x);
      return new WithResiduals<>(output, new Kept(blocks.variables(), output));
    }

    /** {@return cotangents of parameters and input; each block's input comes from its output} */
    private LiftedGrads<Halves> backward(Kept kept, Halves cotangent) {
      var block = ReversibleBlock.of(2 * width);
      var back =
          scan(
              (Backward at, Variables variables) -> {
                var input = block.apply(variables, m -> m.inverse(at.output()));
                var pass = vjp((Variables v, Halves x) -> block.apply(v, x), variables, input);
                var grads = pass.pullback().apply(at.cotangent());
                return new Carry<>(new Backward(input, grads.second()), grads.first());
              },
              new Backward(kept.output(), cotangent),
              kept.variables(),
              ScanOptions.DEFAULT.withReverse(true));
      return new LiftedGrads<>(back.output(), back.carry().cotangent());
    }
  }

  static Array loss(ReversibleNet net, Batch batch) {
    return softmaxCrossEntropyWithIntegerLabels(net.call(batch.images()), batch.labels()).mean();
  }

  static Metrics metrics(ReversibleNet net, Batch batch) {
    var logits = net.call(batch.images());
    return Metrics.of("accuracy", Accuracy.empty().update(logits, batch.labels()));
  }

  static Params gradient(ReversibleNet net, Params params, Batch batch) {
    return grad((Params p) -> net.apply(Variables.of(p), m -> loss(m, batch))).apply(params);
  }

  /** {@return the bytes that a gradient takes beyond the parameters, the batch and itself} */
  static long gradientBytes(ReversibleNet net, Params params, Batch batch) {
    return jit((Params p) -> gradient(net, p, batch)).lower(params).temporaryBytes();
  }

  private static Batch flat(Batch images) {
    return new Batch(images.images().reshape(images.size(), -1), images.labels());
  }

  private static String row(String name, String format, List<?> values) {
    return values.stream()
        .map(value -> String.format(Locale.ROOT, format, value))
        .collect(Collectors.joining("", String.format(Locale.ROOT, "%-11s", name), ""));
  }

  /** Prints the memory of gradients by the depth of the network, and draws it. */
  private static LineChart compare(ExampleRun run, Batch batch) {
    run.println("Memory of a gradient besides parameters and gradients, MB");
    run.println(row("blocks", "%8d", DEPTHS));
    var curves = new ArrayList<Series>();
    for (var residuals : Residuals.values()) {
      var memory = new ArrayList<Double>();
      for (int depth : DEPTHS) {
        var net = ReversibleNet.of(WIDTH, depth, residuals);
        var params = net.init(run.key(), batch.images()).params();
        memory.add(gradientBytes(net, params, batch) / 1e6);
      }
      var name = residuals.name().toLowerCase(Locale.ROOT);
      run.println(row(name, "%8.2f", memory));
      curves.add(Series.of(name, DEPTHS.stream().map(Integer::doubleValue).toList(), memory));
    }
    run.println("");
    return LineChart.of("Memory of a gradient", "blocks", curves).withYLabel("MB");
  }

  static void run(ExampleRun run) {
    var digits = DigitsData.builtIn();
    var images = flat(digits.trainingPart().batch());
    var test = flat(digits.testPart().batch());
    var report = run.report("Reversible network");
    var chart = compare(run, flat(digits.batches(BATCH).getFirst()));
    run.picture(chart);
    report.addChart(chart);

    var key = run.key();
    var net = ReversibleNet.of(WIDTH, run.whole("--depth"), Residuals.REVERSED);
    var trained =
        Training.minimize(net, net.init(key, images.images()), adam(1e-3), ReversibleExample::loss)
            .metrics(ReversibleExample::metrics)
            .data(epoch -> Dataset.ofArrays(images).shuffle(key.foldIn(epoch)).batch(BATCH))
            .epochs(run.epochs())
            .evaluate("test", List.of(test))
            .requireFinite("loss")
            .report(report)
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "test/accuracy"))
            .run();
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}

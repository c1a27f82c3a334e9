package io.cambric.examples.bench;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.module.Module;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.optax.GradientTransformation;
import io.cambric.optax.Optax;
import io.cambric.random.Key;
import io.cambric.random.Random;
import io.cambric.scope.Params;
import io.cambric.transform.Fn3;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.LinkedHashMap;

/**
 * Compiled training steps: mean cross entropy with integer labels, its gradient, and an update.
 *
 * <p>Parameters come from key 0, inputs from key 1, labels from key 2, so that the loss of step 20
 * can be compared with that of other libraries.
 */
final class ModelBench {

  private static final int CHECKED_STEP = 20;

  /** A step's results. */
  @PyTree
  record Step<M>(StandardTrainState<M> state, Array loss) {}

  private final String name;
  private final Report report;

  private ModelBench(String name, Report report) {
    this.name = name;
    this.report = report;
  }

  static void mlp(Report report) {
    var images = Random.normal(Key.of(1), Shape.of(128, 784));
    var labels = Random.randint(Key.of(2), Shape.of(128), 0, 10);
    new ModelBench("mlp", report).run(Mlp.of(), Optax.adam(1e-3), images, labels);
  }

  static void cnn(Report report) {
    var images = Random.normal(Key.of(1), Shape.of(64, 28, 28, 1));
    var labels = Random.randint(Key.of(2), Shape.of(64), 0, 10);
    new ModelBench("cnn", report).run(Cnn.of(), Optax.sgd(0.1, 0.9), images, labels);
  }

  static void gpt(Report report) {
    var tokens = Random.randint(Key.of(1), Shape.of(8, 128), 0, 512);
    var labels = Random.randint(Key.of(2), Shape.of(8, 128), 0, 512);
    new ModelBench("gpt", report).run(Gpt.of(), Optax.adam(1e-3), tokens, labels);
  }

  static void lstm(Report report) {
    var tokens = Random.randint(Key.of(1), Shape.of(32, 64), 0, 64);
    var labels = Random.randint(Key.of(2), Shape.of(32, 64), 0, 64);
    new ModelBench("lstm", report).run(Lstm.of(), Optax.adam(1e-3), tokens, labels);
  }

  private <M extends Module<M> & Layer> void run(
      M model, GradientTransformation<?> tx, Array inputs, Array labels) {
    var variables = model.init(Key.of(0), m -> m.call(inputs));
    Fn3<StandardTrainState<M>, Array, Array, Step<M>> step =
        jit((StandardTrainState<M> state, Array x, Array y) -> {
          var all =
              valueAndGrad((Params params) ->
                      softmaxCrossEntropyWithIntegerLabels(
                              model.apply(state.variables(params), m -> m.call(x)), y)
                          .mean())
                  .apply(state.params());
          return new Step<>(state.applyGradients(all.grads()), all.value());
        });
    var state = StandardTrainState.create(model, variables, tx);
    long start = System.nanoTime();
    var first = step.apply(state, inputs, labels);
    double firstSeconds = (System.nanoTime() - start) * 1e-9;
    state = first.state();
    double loss = Double.NaN;
    for (int i = 2; i <= CHECKED_STEP; i++) {
      var next = step.apply(state, inputs, labels);
      state = next.state();
      loss = next.loss().item();
    }
    report.line("loss at step %d: %.6f", CHECKED_STEP, loss);
    var trained = new Trained<>(state);
    resetPeaks();
    var timing =
        Timing.of(
            () -> trained.state = step.apply(trained.state, inputs, labels).state(),
            report.seconds());
    double megabytes = peakBytes() / 1e6;
    report.line(
        "%s: median %.2f ms  min %.2f ms  first step %.2f s  peak %.0f MB",
        name, timing.median() * 1e3, timing.min() * 1e3, firstSeconds, megabytes);
    var row = new LinkedHashMap<String, Object>();
    row.put("name", name);
    row.put("median_ms", timing.median() * 1e3);
    row.put("min_ms", timing.min() * 1e3);
    row.put("first_step_s", firstSeconds);
    row.put("peak_mb", megabytes);
    row.put("loss_at_step_20", loss);
    report.keep(row);
  }

  private static final class Trained<M> {
    private StandardTrainState<M> state;

    Trained(StandardTrainState<M> state) {
      this.state = state;
    }
  }

  private static void resetPeaks() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The most heap in use at once, garbage that was not yet collected included. */
  private static double peakBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}

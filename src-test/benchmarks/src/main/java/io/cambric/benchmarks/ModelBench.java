package io.cambric.benchmarks;

import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.module.Module;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Params;
import io.cambric.transform.function.Fn3;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Benchmark of compiled training steps: mean cross entropy with integer labels, its gradient, and
 * an update.
 *
 * <p>Parameters come from key 0, inputs from key 1, labels from key 2. So the loss of step 20 is
 * comparable with the loss of other libraries. The peak is that of the whole process since its
 * start: {@link Memory#peak}.
 */
final class ModelBench {

  private static final int CHECKED_STEP = 20;

  /** Steps after the timed ones, whose allocations are counted. */
  private static final int COUNTED_STEPS = 20;

  /** A step's results. */
  @PyTree
  record Step<M>(StandardTrainState<M> state, Array loss) {}

  private ModelBench() {}

  static Training<?> mlp() {
    return mlp(UnaryOperator.identity());
  }

  /**
   * {@return the training of a perceptron}
   *
   * @param gradients what becomes of them before the update
   */
  static Training<?> mlp(UnaryOperator<Params> gradients) {
    var images = Random.normal(Key.of(1), Shape.of(128, 784));
    var labels = Random.randint(Key.of(2), Shape.of(128), 0, 10);
    return new Training<>(Mlp.of(), Optax.adam(1e-3), images, labels, gradients);
  }

  static Training<?> cnn() {
    return cnn(UnaryOperator.identity());
  }

  /**
   * {@return the training of a convolutional network}
   *
   * @param gradients what becomes of them before the update
   */
  static Training<?> cnn(UnaryOperator<Params> gradients) {
    var images = Random.normal(Key.of(1), Shape.of(64, 28, 28, 1));
    var labels = Random.randint(Key.of(2), Shape.of(64), 0, 10);
    return new Training<>(Cnn.of(), Optax.sgd(0.1, 0.9), images, labels, gradients);
  }

  static Training<?> gpt() {
    var tokens = Random.randint(Key.of(1), Shape.of(8, 128), 0, 512);
    var labels = Random.randint(Key.of(2), Shape.of(8, 128), 0, 512);
    return new Training<>(Gpt.of(), Optax.adam(1e-3), tokens, labels);
  }

  static Training<?> lstm() {
    var tokens = Random.randint(Key.of(1), Shape.of(32, 64), 0, 64);
    var labels = Random.randint(Key.of(2), Shape.of(32, 64), 0, 64);
    return new Training<>(Lstm.of(), Optax.adam(1e-3), tokens, labels);
  }

  static void run(String name, Training<?> training, BenchReport report) throws IOException {
    long start = System.nanoTime();
    training.step();
    double firstSeconds = (System.nanoTime() - start) * 1e-9;
    double loss = Double.NaN;
    for (int i = 2; i <= CHECKED_STEP; i++) {
      loss = training.step();
    }
    report.line("loss at step %d: %.6f", CHECKED_STEP, loss);
    var timing = Timing.of(training::step, report.seconds());
    double allocated = allocatedByStep(training);
    double peak = Memory.peak();
    double live = Memory.live();
    report.line(
        "memory: %.3f MB allocated a step, %.1f MB of heap live between steps",
        allocated / 1e6, live / 1e6);
    report.line(
        "%s: median %.2f ms  min %.2f ms  first step %.2f s  peak %.0f MB",
        name, timing.median() * 1e3, timing.min() * 1e3, firstSeconds, peak / 1e6);
    report.keep(
        new Row(
            name,
            Map.of(
                Figure.MEDIAN_MS,
                timing.median() * 1e3,
                Figure.MIN_MS,
                timing.min() * 1e3,
                Figure.FIRST_STEP_S,
                firstSeconds,
                Figure.PEAK_MB,
                peak / 1e6,
                Figure.LIVE_MB,
                live / 1e6,
                Figure.ALLOCATED_MB_PER_STEP,
                allocated / 1e6,
                Figure.LOSS_AT_STEP_20,
                loss)));
  }

  /** {@return the bytes that all threads allocate during a step, after the warm-up} */
  private static double allocatedByStep(Training<?> training) {
    long before = Memory.allocated();
    for (int i = 0; i < COUNTED_STEPS; i++) {
      training.step();
    }
    return (double) (Memory.allocated() - before) / COUNTED_STEPS;
  }

  /** A model that is trained on one batch. */
  static final class Training<M extends Module<M> & Layer> {

    private final Fn3<StandardTrainState<M>, Array, Array, Step<M>> step;
    private final Array inputs;
    private final Array labels;
    private StandardTrainState<M> state;

    Training(M model, GradientTransformation tx, Array inputs, Array labels) {
      this(model, tx, inputs, labels, UnaryOperator.identity());
    }

    private Training(
        M model,
        GradientTransformation tx,
        Array inputs,
        Array labels,
        UnaryOperator<Params> gradients) {
      this.inputs = inputs;
      this.labels = labels;
      state = StandardTrainState.create(model, model.init(Key.of(0), m -> m.call(inputs)), tx);
      // The old state is given up: its memory becomes that of the new one.
      step =
          jit((StandardTrainState<M> old, Array x, Array y) -> stepped(old, x, y, gradients))
              .donate(0);
    }

    private static <M extends Module<M> & Layer> Step<M> stepped(
        StandardTrainState<M> state, Array x, Array y, UnaryOperator<Params> gradients) {
      var all =
          valueAndGrad((Params params) ->
                  softmaxCrossEntropyWithIntegerLabels(
                          state.model().apply(state.variables(params), m -> m.call(x)), y)
                      .mean())
              .apply(state.params());
      return new Step<>(state.applyGradients(gradients.apply(all.grads())), all.value());
    }

    /** {@return what the next step trains, and gives up} */
    StandardTrainState<M> state() {
      return state;
    }

    /** Takes a step: {@return its loss, which is read before the next step} */
    double step() {
      return step(inputs, labels);
    }

    /** Takes a step with a batch of the same shapes: {@return its loss, as {@link #step()}} */
    double step(Array batch, Array wanted) {
      var next = step.apply(state, batch, wanted);
      state = next.state();
      return next.loss().item();
    }
  }
}

package io.cambric.examples.sweep;

import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.*;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.Dense;
import io.cambric.nn.report.*;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.OptState;
import io.cambric.optax.wrapper.InjectHyperparams;
import io.cambric.scope.Variables;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;

/**
 * The example {@code ./run sweep}: trainings with several learning rates and seeds as one compiled
 * program.
 */
public final class SweepExample {

  /** The command {@code ./run sweep}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "sweep", "Trains with several learning rates and seeds in one compiled program.")
          .whole("--seeds", 4, 1, 500, "Trainings for each rate.")
          .whole("--steps", 300, 1, 100_000, "Steps of each training.")
          .picture("sweep-losses.svg", "The loss for each rate.")
          .runs(SweepExample::run);

  private static final double[] RATES = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2};
  private static final int HIDDEN = 64;
  private static final int BATCH = 64;

  /** Points of a curve. */
  private static final int CURVE = 60;

  private static final InjectHyperparams OPTIMISER =
      injectHyperparams(adamw(1e-3).withWeightDecay(1e-4));

  private SweepExample() {}

  /** A network of two layers: pixels to logits of digits. */
  @Module
  record NetDef(int hidden) {

    @Compact
    Array call(Array x) {
      return Dense.of(10).call(relu(Dense.of(hidden).call(x)));
    }
  }

  /** Parameters and optimiser between two steps. */
  @PyTree
  record State(Variables params, OptState optState) {}

  /**
   * Losses of all steps, and the accuracy on the test images; of many trainings with leading axes
   * for seeds and rates.
   */
  @PyTree
  record Result(Array losses, Array accuracy) {}

  /** Trainings of one network on the same images. */
  record Sweep(Net net, Batch images, Batch test, int steps) {

    static Sweep of(int hidden, int steps) {
      var digits = DigitsData.builtIn();
      return new Sweep(Net.of(hidden), flat(digits.trainingPart()), flat(digits.testPart()), steps);
    }

    private static Batch flat(DigitsData digits) {
      var batch = digits.batch();
      return new Batch(batch.images().reshape(batch.size(), -1), batch.labels());
    }

    /** One training, from its key and its learning rate to its losses. */
    Result train(Key key, Array rate) {
      var params = net.init(key, images.images().get("0:1"));
      var first = new State(params, OPTIMISER.initial(params).with("learning_rate", rate));
      var trained = scan((State s, Array i) -> step(s, key.foldIn(i)), first, arange(steps));
      var logits = net.apply(trained.carry().params(), test.images());
      return new Result(trained.output(), logits.argmax(-1).eq(test.labels()).mean());
    }

    private Carry<State, Array> step(State state, Key key) {
      var rows = Random.randint(key, Shape.of(BATCH), 0, images.size(), DType.I32);
      var x = take(images.images(), rows, 0);
      var y = take(images.labels(), rows, 0);
      var at =
          valueAndGrad(
                  (Variables p) -> softmaxCrossEntropyWithIntegerLabels(net.apply(p, x), y).mean())
              .apply(state.params());
      var updated = OPTIMISER.update(at.grads(), state.optState(), state.params());
      var params = applyUpdates(state.params(), updated.updates());
      return new Carry<>(new State(params, updated.state()), at.value());
    }

    /** All trainings, one for each key and rate. */
    Result all(Key keys, Array rates) {
      var overRates = vmap(this::train).inAxes(null, 0);
      return jit(vmap(overRates).inAxes(0, null)).apply(keys, rates);
    }
  }

  /** {@return the loss with a rate, a mean over the seeds and over a few steps} */
  private static Series curve(String name, Array losses) {
    int steps = losses.dim(-1);
    int block = Math.ceilDiv(steps, CURVE);
    var points = new ArrayList<Series.Point>();
    for (int from = 0; from < steps; from += block) {
      int to = Math.min(from + block, steps);
      points.add(new Series.Point(to, losses.get(":, %d:%d".formatted(from, to)).mean().item()));
    }
    return new Series(name, points);
  }

  static void run(ExampleRun run) {
    var sweep = Sweep.of(HIDDEN, run.whole("--steps"));
    var report = run.report("Learning rates");
    long start = System.nanoTime();
    var result = sweep.all(run.key().split(run.whole("--seeds")), array(RATES));
    run.printf(
        "%d trainings of %d steps in one program: %.1f s, with its compilation%n",
        result.accuracy().size(), sweep.steps(), (System.nanoTime() - start) / 1e9);
    run.println("    rate  last loss  test accuracy: mean  least   most");
    var curves = new ArrayList<Series>();
    for (int i = 0; i < RATES.length; i++) {
      var losses = result.losses().get(":, " + i);
      var accuracy = result.accuracy().get(":, " + i);
      var name = OptionChecks.text(RATES[i]);
      run.printf(
          "%8s  %9.4f               %.4f %.4f %.4f",
          name,
          losses.get(":, -1").mean().item(),
          accuracy.mean().item(),
          accuracy.min().item(),
          accuracy.max().item());
      curves.add(curve(name, losses));
    }
    var chart = LineChart.of("Loss by learning rate", "step", curves).withLogarithmic(true);
    run.picture(chart);
    report.addChart(chart);
    var mean = result.accuracy().mean(0);
    int best = (int) mean.argmax().item();
    run.result(
        "best rate: %s, test accuracy: %.4f",
        OptionChecks.text(RATES[best]), mean.get(best).item());
  }
}

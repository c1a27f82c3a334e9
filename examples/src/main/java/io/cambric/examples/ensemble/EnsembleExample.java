package io.cambric.examples.ensemble;

import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.nn.Pooling.maxPool;
import static io.cambric.numpy.Activations.*;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.*;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.distributed.*;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.lax.Lax;
import io.cambric.nn.*;
import io.cambric.nn.report.*;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Params;
import io.cambric.transform.result.Carry;
import java.util.*;
import java.util.stream.IntStream;

/**
 * The example {@code ./run ensemble}: networks that differ by their seeds, each on a thread or in a
 * process of its own, and the mean of their predictions.
 *
 * @see <a href="https://arxiv.org/abs/1612.01474">Lakshminarayanan et al., Deep Ensembles</a>
 */
public final class EnsembleExample {

  /** The command {@code ./run ensemble}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "ensemble", "Trains networks of other seeds side by side, and averages them.")
          .epochs(20)
          .whole("--members", 4, 1, 64, "Networks of each process.")
          .picture("ensemble-calibration.svg", "How often confident predictions are right.")
          .runs(EnsembleExample::run);

  private static final String PROCESSES = "processes";
  private static final int WIDTH = 16;
  private static final double DROPOUT = 0.3;
  private static final double RATE = 3e-3;
  private static final int BATCH = 64;
  private static final int BINS = 10;
  private static final List<Integer> HALF = List.of(2, 2);

  private EnsembleExample() {}

  /** A convolutional network: images {@code [n, 8, 8, 1]} to logits of digits. */
  @Module
  record NetDef(int width) {

    @Compact
    Array call(Array images, boolean isTraining) {
      var x = relu(Conv.of(width, 3, 3).call(images));
      x = maxPool(relu(Conv.of(2 * width, 3, 3).call(x)), HALF, HALF);
      x = Dropout.of(DROPOUT).call(x.reshape(x.dim(0), -1), !isTraining);
      return Dense.of(10).call(x);
    }
  }

  /** A member between two steps. Everything random in its training follows from its key. */
  @PyTree
  record Member(StandardTrainState<Net> state, Key key) {}

  /** The training of any member. It has no collectives, so members never wait for each other. */
  record Ensemble(Net net, Batch images, Batch test) {

    static Ensemble of(int width) {
      var digits = DigitsData.builtIn();
      return new Ensemble(Net.of(width), digits.trainingPart().batch(), digits.testPart().batch());
    }

    Member first(Key key) {
      var variables = net.init(key, images.images().get("0:1"), false);
      return new Member(StandardTrainState.create(net, variables, adam(RATE)), key);
    }

    /** A step on some rows of the images, i32 {@code [batch]}. */
    Member step(Member member, Array rows) {
      var state = member.state();
      var x = take(images.images(), rows, 0);
      var y = take(images.labels(), rows, 0);
      var options = rng("dropout", member.key().foldIn(1).foldIn(state.step()));
      var gradients =
          grad(
                  (Params params) -> {
                    var logits = net.apply(state.variables(params), options, x, true).output();
                    return softmaxCrossEntropyWithIntegerLabels(logits, y).mean();
                  })
              .apply(state.params());
      return new Member(state.applyGradients(gradients), member.key());
    }

    /** A pass over all images, in an order of the member's own. */
    Member epoch(Member member, Array number) {
      int steps = images.size() / BATCH;
      var order = Random.permutation(member.key().foldIn(2).foldIn(number), images.size());
      var rows = order.get("0:" + steps * BATCH).reshape(steps, BATCH);
      return scan((Member m, Array r) -> new Carry<>(step(m, r), r), member, rows).carry();
    }

    /** The probabilities of the classes of the test images, {@code [n, 10]}. */
    Array probabilities(Member member) {
      return softmax(net.apply(member.state().variables(), test.images(), false));
    }

    /**
     * The probabilities of trained members, {@code [members, n, 10]}.
     *
     * @param numbers of the members, i32 {@code [members]}; each has a thread of its own
     */
    Array train(Key key, Array numbers, int epochs) {
      var members = jit(pmap((Array number) -> first(key.foldIn(number)))).apply(numbers);
      var epoch = jit(pmap(this::epoch).inAxes(0, null));
      for (int i = 0; i < epochs; i++) {
        members = epoch.apply(members, scalar(i));
      }
      return jit(pmap(this::probabilities)).apply(members);
    }
  }

  /**
   * Confidences of predictions, and how often these are right.
   *
   * @param confidence of each bin, its mean, {@code [10]}
   * @param accuracy of each bin, {@code [10]}
   * @param share of all predictions in each bin, {@code [10]}
   */
  record Calibration(Array confidence, Array accuracy, Array share) {

    /**
     * {@return the calibration of probabilities {@code [n, 10]}}
     *
     * @see <a href="https://arxiv.org/abs/1706.04599">Guo et al., On Calibration of Modern Neural
     *     Networks</a>
     */
    static Calibration of(Array probabilities, Array labels) {
      var confidence = probabilities.max(-1);
      var right = probabilities.argmax(-1).eq(labels).astype(confidence.dtype());
      var bins = oneHot(minimum(confidence.mul(BINS), BINS - 1).astype(labels.dtype()), BINS);
      var counts = bins.sum(0);
      var each = maximum(counts, 1);
      return new Calibration(
          confidence.matmul(bins).div(each),
          right.matmul(bins).div(each),
          counts.div(probabilities.dim(0)));
    }

    /** The expected difference between confidence and accuracy. */
    double error() {
      return confidence.sub(accuracy).abs().mul(share).sum().item();
    }

    Series series(String name) {
      var filled = IntStream.range(0, BINS).filter(i -> share.get(i).item() > 0).boxed().toList();
      return Series.of(
          name,
          filled.stream().map(i -> confidence.get(i).item()).toList(),
          filled.stream().map(i -> accuracy.get(i).item()).toList());
    }
  }

  /** {@return the processes that the environment names; none without {@code WORLD_SIZE}} */
  private static Optional<ProcessGroup> group() {
    return Optional.ofNullable(System.getenv("WORLD_SIZE"))
        .map(_ -> ProcessGroup.join(GroupOptions.ofEnvironment()));
  }

  /** {@return the probabilities of the members of all processes} */
  static Array train(
      Ensemble ensemble, Key key, int members, int epochs, Optional<ProcessGroup> group) {
    int first = members * group.map(ProcessGroup::rank).orElse(0);
    var own = ensemble.train(key, arange(first, first + members), epochs);
    return group
        .map(all -> all.run(PROCESSES, () -> Lax.allGather(own, PROCESSES, 0, true)))
        .orElse(own);
  }

  private static Series row(ExampleRun run, String name, Array probabilities, Array labels) {
    var calibration = Calibration.of(probabilities, labels);
    var logits = probabilities.log();
    run.printf(
        "%-9s    %.4f    %.4f             %.4f",
        name,
        probabilities.argmax(-1).eq(labels).mean().item(),
        softmaxCrossEntropyWithIntegerLabels(logits, labels).mean().item(),
        calibration.error());
    return calibration.series(name);
  }

  static void run(ExampleRun run) {
    var ensemble = Ensemble.of(WIDTH);
    int members = run.whole("--members");
    long start = System.nanoTime();
    var group = group();
    Array all;
    try {
      all = train(ensemble, run.key(), members, run.epochs(), group);
    } finally {
      group.ifPresent(ProcessGroup::close);
    }
    if (group.map(ProcessGroup::rank).orElse(0) > 0) {
      return;
    }
    run.printf("%d members: %.1f s", all.dim(0), (System.nanoTime() - start) / 1e9);
    run.println("           accuracy  log loss  calibration error");
    var labels = ensemble.test().labels();
    var curves = new ArrayList<Series>();
    for (int i = 0; i < all.dim(0); i++) {
      curves.add(row(run, "member " + i, all.get(i), labels));
    }
    var mean = all.mean(0);
    curves.add(row(run, "mean", mean, labels));
    var perfect = Series.of("perfect", List.of(0.5, 1.0), List.of(0.5, 1.0));
    var shown = List.of(curves.getFirst(), curves.getLast(), perfect);
    var chart = LineChart.of("Calibration", "confidence", shown).withYLabel("accuracy");
    run.picture(chart);
    run.report("Ensemble").addChart(chart);
    run.result("accuracy of the mean: %.4f", mean.argmax(-1).eq(labels).mean().item());
  }
}

package io.cambric.examples.ragged;

import static io.cambric.numpy.Activations.*;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.*;
import static io.cambric.optax.schedule.Schedules.warmupCosineDecay;
import static io.cambric.transform.Transforms.vmap;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.*;
import io.cambric.core.*;
import io.cambric.data.*;
import io.cambric.examples.console.*;
import io.cambric.nn.*;
import io.cambric.nn.report.*;
import io.cambric.nn.training.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The example {@code ./run ragged}: a model that is written for one sequence, and trained on
 * batches of sequences of several lengths.
 */
public final class RaggedExample {

  /** The command {@code ./run ragged}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "ragged",
              "Batches a single-sequence model with vmap over sequences of several lengths.")
          .epochs(10)
          .whole("--sequences", 1600, 32, 1_000_000, "Training sequences.")
          .picture("ragged.svg", "The accuracy after each epoch.")
          .runs(RaggedExample::run);

  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 96;

  /** Lengths that batches are padded to. */
  static final int[] BUCKETS = {24, 48, 72, MAX_LENGTH};

  private static final int BATCH = 32;
  private static final int TEST = 400;
  private static final int WIDTH = 24;
  private static final int WARMUP_STEPS = 50;
  private static final double RATE = 5e-3;

  private RaggedExample() {}

  /**
   * A classifier of one sequence {@code [length, features]}. Steps at its end with a false mask
   * change nothing: the convolution reads zeros there, the recurrent layer comes to them last, and
   * attention gives them no weight.
   */
  @Module
  record SequenceNetDef(int width, int classes) {

    /** Steps that the convolution reads. */
    private static final int WINDOW = 7;

    /** A score whose exponential is 0, and whose differences are finite where all are masked. */
    private static final double NO_WEIGHT = -1e30;

    @Compact
    Array call(Array x, Array mask) {
      var h = relu(Conv.of(width, WINDOW).call(where(mask.reshape(-1, 1), x, 0)));
      h = Rnn.of(GruCell.of(width)).call(h);
      var scores = Dense.of(1).named("attention").call(h).reshape(-1);
      var weights = softmax(where(mask, scores, NO_WEIGHT));
      return Dense.of(classes).named("logits").call(weights.matmul(h));
    }
  }

  /** A sequence {@code [length, 1]} and its class, or a batch of them. */
  @PyTree
  record Sequence(Array values, Array label) {}

  /**
   * Noisy oscillations of several lengths. Their class is seen in the order of the values, not in
   * any one of them.
   */
  static final class Chirps {

    static final List<String> CLASSES = List.of("rising", "falling", "rising, falling", "steady");

    private static final double NOISE = 0.4;

    /** Cycles a step at the slow end, and how many more there are at the fast one. */
    private static final double SLOW = 0.04;

    private static final double SPAN = 0.22;

    private Chirps() {}

    /** Sequences, the same ones for a seed. */
    static List<Sequence> of(int count, long seed) {
      var random = new Random(seed);
      return Stream.generate(() -> next(random)).limit(count).toList();
    }

    private static Sequence next(Random random) {
      int length = random.nextInt(MIN_LENGTH, MAX_LENGTH + 1);
      int label = random.nextInt(CLASSES.size());
      double steady = random.nextDouble();
      double phase = random.nextDouble();
      var values = new float[length];
      for (int i = 0; i < length; i++) {
        double part = i / (length - 1.0);
        double height =
            switch (label) {
              case 0 -> part;
              case 1 -> 1 - part;
              case 2 -> 1 - Math.abs(2 * part - 1);
              default -> steady;
            };
        phase += SLOW + SPAN * height;
        values[i] = (float) (Math.sin(2 * Math.PI * phase) + NOISE * random.nextGaussian());
      }
      return new Sequence(
          NdArray.of(Shape.of(length, 1), values), NdArray.ofInts(Shape.of(), label));
    }
  }

  /** The logits of a padded batch, {@code [batch, classes]}. */
  static Array logits(SequenceNet net, PaddedBatch<Sequence> batch) {
    return vmap((Array values, Array mask) -> net.call(values, mask))
        .apply(batch.values().values(), batch.mask());
  }

  /** 1 for rows that are sequences, 0 for rows that fill the batch up. */
  static Array rows(PaddedBatch<Sequence> batch) {
    return batch.mask().any(-1).astype(batch.values().values().dtype());
  }

  /** The mean loss of the sequences of a batch. */
  static Array loss(SequenceNet net, PaddedBatch<Sequence> batch, boolean isTraining) {
    var weights = rows(batch);
    var losses = softmaxCrossEntropyWithIntegerLabels(logits(net, batch), batch.values().label());
    return losses.mul(weights).sum().div(maximum(weights.sum(), 1));
  }

  static Metrics metrics(SequenceNet net, PaddedBatch<Sequence> batch, boolean isTraining) {
    var accuracy = Accuracy.empty().update(logits(net, batch), batch.values().label(), rows(batch));
    return Metrics.of("accuracy", accuracy);
  }

  /** How much of the batches is padding, in words. */
  private static String padding(Dataset<PaddedBatch<Sequence>> batches) {
    double steps = 0;
    double kept = 0;
    double rows = 0;
    for (var batch : batches) {
      steps += batch.mask().size();
      kept += batch.mask().sum().item();
      rows += batch.mask().dim(0);
    }
    return "padding with %d buckets: %.0f%% of the steps; with the longest alone: %.0f%%"
        .formatted(
            BUCKETS.length, 100 * (1 - kept / steps), 100 * (1 - kept / (rows * MAX_LENGTH)));
  }

  static void run(ExampleRun run) {
    int count = run.whole("--sequences");
    var sequences = Dataset.of(Chirps.of(count, run.seed()));
    var test = Dataset.of(Chirps.of(TEST, run.seed() + 1)).paddedBatch(BATCH, BUCKETS);
    run.println(padding(sequences.paddedBatch(BATCH, BUCKETS)));
    var net = SequenceNet.of(WIDTH, Chirps.CLASSES.size());
    var key = run.key();
    var one = zeros(MAX_LENGTH, 1);
    var variables = net.init(key, one, one.get(":, 0").eq(0));
    int steps = Math.max(WARMUP_STEPS + 1, run.epochs() * Math.ceilDiv(count, BATCH));
    var rates = warmupCosineDecay(0, RATE, WARMUP_STEPS, steps);
    var training = new ArrayList<Double>();
    var tests = new ArrayList<Double>();
    var trained =
        Training.minimize(
                net, variables, chain(clipByGlobalNorm(1), adam(rates)), RaggedExample::loss)
            .metrics(RaggedExample::metrics)
            .data(epoch -> sequences.shuffle(key.foldIn(epoch)).paddedBatch(BATCH, BUCKETS))
            .epochs(run.epochs())
            .evaluate("test", test)
            .requireFinite("loss")
            .report(run.report("Ragged"))
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "train/accuracy", "test/accuracy"))
            .afterEpoch(event -> training.add(event.metric("train/accuracy")))
            .afterEpoch(event -> tests.add(event.metric("test/accuracy")))
            .run();

    var curves = List.of(Series.of("training", training), Series.of("test", tests));
    run.picture(
        LineChart.of("Sequences of 12 to 96 steps", "epoch", curves).withYLabel("accuracy"));
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}

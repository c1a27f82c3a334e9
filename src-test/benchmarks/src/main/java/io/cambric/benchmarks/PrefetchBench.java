package io.cambric.benchmarks;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.Images;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Benchmark of training steps on batches of decoded images: prepared by the thread that trains
 * between its steps, or prefetched. A figure is the part of the time for which the training waits.
 *
 * <p>Where kernels use all processors, the preparation takes its time from the steps. A wait can
 * then be that of the thread for a processor.
 */
final class PrefetchBench {

  private static final int SIZE = 28;
  private static final int BATCH = 64;
  private static final int CLASSES = 10;
  private static final int AHEAD = 2;

  private final BenchReport report;
  private final int steps;
  private final Dataset<Example> batches;
  private final ModelBench.Training<?> training;

  /** An image with its label, or a batch of them. */
  record Example(Array image, Array label) {}

  /**
   * Makes the images.
   *
   * @param count of them, at least a batch of 64
   * @param steps of each way, before as many of the other
   */
  PrefetchBench(BenchReport report, int count, int steps) {
    this.report = report;
    this.steps = steps;
    var files = IntStream.range(0, count).mapToObj(i -> Pictures.png(i, SIZE)).toList();
    batches =
        Dataset.of(IntStream.range(0, count).boxed().toList())
            .shuffle(Key.of(0))
            .map(i -> example(files.get(i), i % CLASSES))
            .batch(BATCH)
            .map(batch -> new Example(batch.image().astype(DType.F32).div(255), batch.label()))
            .repeat();
    try (var first = batches.iterator()) {
      var batch = first.next();
      training =
          new ModelBench.Training<>(Cnn.of(), Optax.sgd(0.1, 0.9), batch.image(), batch.label());
    }
  }

  private static Example example(byte[] png, int label) {
    return new Example(
        Images.read(png, "a picture", ImageOptions.of(SIZE, SIZE)),
        NdArray.ofInts(Shape.scalar(), label));
  }

  void run() {
    var here = new Waits("step, data prepared here");
    var ahead = new Waits("step, data prefetched");
    try (var direct = batches.iterator();
        var prefetched = batches.prefetch(AHEAD).iterator()) {
      Timing.of(() -> step(direct, new Waits("warm-up")), report.seconds());
      long end = System.nanoTime() + (long) (2e9 * report.seconds());
      do {
        for (int i = 0; i < steps; i++) {
          step(direct, here);
        }
        for (int i = 0; i < steps; i++) {
          step(prefetched, ahead);
        }
      } while (System.nanoTime() < end);
    }
    here.keep(report);
    ahead.keep(report);
  }

  private void step(Iterator<Example> examples, Waits waits) {
    long start = System.nanoTime();
    var batch = examples.next();
    long got = System.nanoTime();
    training.step(batch.image(), batch.label());
    waits.add(got - start, System.nanoTime() - start);
  }

  /** Steps with the time for which they waited; mutable. */
  private static final class Waits {

    private final String name;
    private final List<Long> steps = new ArrayList<>();
    private long waited;

    Waits(String name) {
      this.name = name;
    }

    void add(long wait, long step) {
      waited += wait;
      steps.add(step);
    }

    void keep(BenchReport report) {
      long[] sorted = steps.stream().mapToLong(Long::longValue).sorted().toArray();
      var timing = new Timing(sorted);
      double waiting = 100.0 * waited / Arrays.stream(sorted).sum();
      report.line(
          "%-28s %10.4f ms %9.1f %% of it waiting for data", name, timing.median() * 1e3, waiting);
      report.keep(
          new Row(
              name,
              Map.of(
                  Figure.MEDIAN_MS,
                  timing.median() * 1e3,
                  Figure.MIN_MS,
                  timing.min() * 1e3,
                  Figure.WAITING_PERCENT,
                  waiting)));
    }
  }
}

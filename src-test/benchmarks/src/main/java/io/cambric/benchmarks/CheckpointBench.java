package io.cambric.benchmarks;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.io.checkpoint.CheckpointSaver;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Benchmark of training steps alone, and during a checkpoint. Steps alone before and after the
 * checkpoint are compared with those during it.
 *
 * <p>The checkpoint holds the state that is trained, which each step donates, and large arrays that
 * are frozen. So a step is short compared with the save, which it feels most.
 */
final class CheckpointBench {

  private static final String ALONE = "step, alone";
  private static final String DURING = "step, during a checkpoint";

  private final BenchReport report;
  private final Checkpoints checkpoints;
  private final int stepsAlone;
  private final List<Array> frozen = new ArrayList<>();
  private final ModelBench.Training<?> training = ModelBench.cnn();
  private final long bytes;

  /** The state and the frozen arrays of a checkpoint. */
  record Saved(StandardTrainState<?> trained, List<Array> frozen) {}

  /**
   * Makes the arrays.
   *
   * @param count of the frozen arrays of floats
   * @param elements of each of them
   * @param stepsAlone before a checkpoint, and as many after it
   */
  CheckpointBench(BenchReport report, WorkFolder folder, int count, int elements, int stepsAlone) {
    this.report = report;
    this.stepsAlone = stepsAlone;
    this.checkpoints = Checkpoints.in(folder.path()).withKeep(1);
    for (int i = 0; i < count; i++) {
      frozen.add(Numpy.full(Shape.of(elements), i, DType.F32));
    }
    this.bytes = (long) count * elements * Float.BYTES;
  }

  void run() {
    Timing.of(training::step, report.seconds());
    var alone = new ArrayList<Long>();
    var during = new ArrayList<Long>();
    var saves = new ArrayList<Long>();
    long end = System.nanoTime() + (long) (report.seconds() * 1e9);
    try (var saver = CheckpointSaver.of(checkpoints)) {
      do {
        steps(alone);
        long start = System.nanoTime();
        saver.save(new Saved(training.state(), frozen), saves.size());
        do {
          during.add(step());
        } while (saver.isSaving());
        saves.add(System.nanoTime() - start);
        steps(alone);
      } while (System.nanoTime() < end);
    }
    var quiet = timing(alone);
    var busy = timing(during);
    double slower = 100 * (busy.median() / quiet.median() - 1);
    double onAverage = 100 * (mean(during) / mean(alone) - 1);
    report.line(
        "%d checkpoints of %.0f MB: median %.2f s, %d steps during them",
        saves.size(), bytes / 1e6, timing(saves).median(), during.size());
    report.line("%-28s %10.4f ms", ALONE, quiet.median() * 1e3);
    report.line(
        "%-28s %10.4f ms %9.1f %% slower, %.1f %% on average",
        DURING, busy.median() * 1e3, slower, onAverage);
    report.keep(
        new Row(
            ALONE,
            Map.of(Figure.MEDIAN_MS, quiet.median() * 1e3, Figure.MIN_MS, quiet.min() * 1e3)));
    report.keep(
        new Row(
            DURING,
            Map.of(
                Figure.MEDIAN_MS,
                busy.median() * 1e3,
                Figure.MIN_MS,
                busy.min() * 1e3,
                Figure.SLOWER_PERCENT,
                slower,
                Figure.SLOWER_MEAN_PERCENT,
                onAverage)));
  }

  private void steps(List<Long> times) {
    for (int i = 0; i < stepsAlone; i++) {
      times.add(step());
    }
  }

  private long step() {
    long start = System.nanoTime();
    training.step();
    return System.nanoTime() - start;
  }

  private static Timing timing(List<Long> times) {
    return new Timing(times.stream().mapToLong(Long::longValue).sorted().toArray());
  }

  private static double mean(List<Long> times) {
    return times.stream().mapToLong(Long::longValue).average().orElseThrow();
  }
}

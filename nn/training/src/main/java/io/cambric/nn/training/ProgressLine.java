package io.cambric.nn.training;

import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.Terminal;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The progress of a training: the epoch, its finished fraction, and the latest numbers; mutable,
 * for one thread.
 */
final class ProgressLine {

  private final Progress progress;
  private final int epochs;
  private final long total;
  private String label = "";

  /** Steps before the running epoch. */
  private long epochStart;

  /** Whether it is known how many steps were taken before the epoch. */
  private boolean isCounted;

  /** Steps of an epoch; 0 while they are not known. */
  private long epochSteps;

  ProgressLine(TrainingPlan<?, ?> plan) {
    var given = plan.progress();
    progress = given == null ? usual() : given;
    epochs = plan.epochs();
    total = plan.steps();
  }

  private static Progress usual() {
    return Terminal.isInteractive() ? Progress.standard(Terminal.output()) : Progress.none();
  }

  /**
   * Begins an epoch, or continues within one.
   *
   * @param batches of the epoch, if they are known
   */
  void beginEpoch(int epoch, long steps, boolean isFresh, OptionalInt batches) {
    label = total == Long.MAX_VALUE ? "epoch %d/%d".formatted(epoch + 1, epochs) : "step";
    if (batches.isPresent()) {
      epochSteps = batches.getAsInt();
    }
    // A resumed run may begin in the middle of an epoch.
    epochStart = isFresh ? steps : epoch * epochSteps;
    isCounted = isFresh || (epochStart <= steps && steps <= epochStart + epochSteps);
  }

  void endEpoch(long steps) {
    if (isCounted) {
      epochSteps = steps - epochStart;
    }
  }

  /** Shows the steps that were taken. */
  void show(long steps, Map<String, Double> numbers) {
    if (total != Long.MAX_VALUE) {
      progress.show(label, steps, total, () -> text(numbers));
    } else if (isCounted && epochSteps > 0) {
      long done = steps - epochStart;
      progress.show(label, done, Math.max(done, epochSteps), () -> text(numbers));
    } else {
      progress.show(label, steps, Progress.UNKNOWN, () -> text(numbers));
    }
  }

  private static String text(Map<String, Double> numbers) {
    return numbers.entrySet().stream()
        .map(each -> String.format(Locale.ROOT, "%s %.4g", each.getKey(), each.getValue()))
        .collect(Collectors.joining("  "));
  }

  /** Runs code that may print, with the line removed. */
  void aside(Runnable printing) {
    progress.aside(printing);
  }

  /** Removes the line. */
  void end() {
    progress.clear();
  }
}

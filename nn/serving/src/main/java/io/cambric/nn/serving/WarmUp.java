package io.cambric.nn.serving;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How a model was warmed up, and with which result.
 *
 * @param version of the model
 * @param took the time of the whole warm-up
 * @param runs of each size of batch
 * @param end why it ended
 * @param times of runs by size of batch, padded
 */
public record WarmUp(
    String version, Duration took, int runs, End end, SortedMap<Integer, Times> times) {

  private static final double MILLIS = 1e6;

  /** Why a warm-up ended. */
  public enum End {
    /** The time of no size fell any more. */
    STEADY("steady"),
    /** The longest time of the options ended while times may still have been falling. */
    OUT_OF_TIME("out of time"),
    /** The fixed number of runs of the options was done. */
    RUNS_DONE("as configured"),
    /** The predictor was closed. */
    CLOSED("closed before the end");

    private final String text;

    End(String text) {
      this.text = text;
    }
  }

  /**
   * Times of runs with one size of batch.
   *
   * @param first of the first run, which traces and compiles
   * @param reached the median of the last runs
   */
  public record Times(Duration first, Duration reached) {}

  /** Copies the map. */
  public WarmUp {
    times = Collections.unmodifiableSortedMap(new TreeMap<>(times));
  }

  /** {@return a sentence for a log, such as {@code 12.3 s, 1400 runs of each size, steady; ...}} */
  public String toText() {
    var reached =
        times.entrySet().stream()
            .map(entry -> text(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    return "%s s, %d runs of each size, %s; batches of %s"
        .formatted(number(took.toNanos() / 1e9), runs, end.text, reached);
  }

  private static String text(int size, Times times) {
    return "%d take %s ms (%s at first)"
        .formatted(size, millis(times.reached()), millis(times.first()));
  }

  private static String millis(Duration time) {
    return number(time.toNanos() / MILLIS);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.1f", value);
  }
}

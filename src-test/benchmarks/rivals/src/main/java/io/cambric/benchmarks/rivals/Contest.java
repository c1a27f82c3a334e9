package io.cambric.benchmarks.rivals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Times of rivals for the same work, taken alternately; mutable. */
final class Contest {

  private static final double MILLIS = 1e6;

  /**
   * Nanoseconds of a slice, in which short calls are repeated. Threads of a rival wait awake for
   * some milliseconds after a call, which would slow down the first calls of the next one.
   */
  private static final long SLICE = 200_000_000;

  private final Map<String, Runnable> rivals = new LinkedHashMap<>();
  private final Map<String, List<Double>> times = new LinkedHashMap<>();

  /** Adds a rival. */
  Contest with(String name, Runnable work) {
    rivals.put(name, work);
    times.put(name, new ArrayList<>());
    return this;
  }

  /**
   * Runs the rivals alternately until the seconds are over, each at least a few times. A first part
   * of the time is not counted, so that all are warm.
   */
  Contest run(double seconds) {
    slices(seconds / 2, false);
    slices(seconds / 2, true);
    return this;
  }

  private void slices(double seconds, boolean counted) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    for (int slice = 0; slice < 3 || System.nanoTime() < end; slice++) {
      rivals.forEach((name, work) -> slice(work, counted ? times.get(name) : new ArrayList<>()));
    }
  }

  private static void slice(Runnable work, List<Double> times) {
    long end = System.nanoTime() + SLICE;
    long start = System.nanoTime();
    while (start < end) {
      work.run();
      long now = System.nanoTime();
      times.add((now - start) / MILLIS);
      start = now;
    }
  }

  /** {@return the median time of each, in milliseconds} */
  Map<String, Double> medians() {
    return each(list -> list.get(list.size() / 2));
  }

  /** {@return the shortest time of each, in milliseconds} */
  Map<String, Double> shortest() {
    return each(List::getFirst);
  }

  private Map<String, Double> each(ToDoubleFunction<List<Double>> choice) {
    var chosen = new LinkedHashMap<String, Double>();
    times.forEach((name, list) -> {
      var sorted = new ArrayList<>(list);
      Collections.sort(sorted);
      chosen.put(name, choice.applyAsDouble(sorted));
    });
    return chosen;
  }
}

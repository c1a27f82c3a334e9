package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often one lambda expression is traced for the same avals, and says once that it is
 * jitted anew at each use: a capturing lambda is a new object each time, so {@code jit} in a loop
 * compiles in every round.
 */
final class Recompilations {

  /** Tests and tuning jit the same code a few times on purpose. */
  private static final int SUSPICIOUS = 16;

  private static final System.Logger LOG = System.getLogger("io.cambric.transform");

  /** Kept with the class of the lambda, so that counting keeps no class alive. */
  private static final ClassValue<Map<List<ShapedArray>, Integer>> COUNTS =
      new ClassValue<>() {
        @Override
        protected Map<List<ShapedArray>, Integer> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private Recompilations() {}

  static void count(Object function, String name, List<ShapedArray> avals) {
    int count = COUNTS.get(function.getClass()).merge(avals, 1, Integer::sum);
    LOG.log(Level.DEBUG, () -> "tracing %s for %s".formatted(name, avals));
    if (count == SUSPICIOUS) {
      LOG.log(
          Level.WARNING,
          "A function of %s was jitted and traced %d times for the same arguments, last at %s. Keep the result of jit(...) and call it again, instead of calling jit in a loop."
              .formatted(name, count, Source.capture()));
    }
  }
}

package io.cambric.kernel.straight;

import org.jspecify.annotations.Nullable;

/**
 * Code of several small steps, one after another. Stateless, so that any number of threads may run
 * it.
 */
@FunctionalInterface
public interface StraightCode {

  /**
   * Runs the steps.
   *
   * @param arrays the Java arrays by number, then those of {@link StraightWriter.Written#allocate}
   * @param offsets the start of each of them
   */
  void run(@Nullable Object[] arrays, int[] offsets);
}

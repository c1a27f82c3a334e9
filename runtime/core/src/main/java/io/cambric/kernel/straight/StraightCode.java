package io.cambric.kernel.straight;

import org.jspecify.annotations.Nullable;

/**
 * Code of several small steps, one after another. Stateless, so any number of threads may run it.
 */
@FunctionalInterface
public interface StraightCode {

  /**
   * Runs the steps.
   *
   * @param arrays the Java arrays by number, then the arrays of {@link
   *     StraightWriter.Written#allocate}
   * @param offsets the start of each array
   */
  void run(@Nullable Object[] arrays, int[] offsets);
}

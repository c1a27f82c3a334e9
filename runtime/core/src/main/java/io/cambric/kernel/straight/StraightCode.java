package io.cambric.kernel.straight;

/**
 * Code of several small steps, one after another. Stateless, so that any number of threads may run
 * it.
 */
@FunctionalInterface
public interface StraightCode {

  /**
   * Runs the steps.
   *
   * @param arrays the Java arrays by number, then working memory as {@link StraightWriter.Written}
   *     lists it
   * @param offsets the start of each of them
   */
  void run(Object[] arrays, int[] offsets);
}

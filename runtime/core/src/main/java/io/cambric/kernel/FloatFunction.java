package io.cambric.kernel;

/** A function of floats, computed for several values at once. */
@FunctionalInterface
public interface FloatFunction {

  /**
   * Applies the function to {@code n} values.
   *
   * @param from index of the first value in {@code x}
   * @param y receives the results from index {@code to} on; not {@code x}, unless both indices are
   *     the same
   */
  void apply(float[] x, int from, float[] y, int to, int n);
}

package io.cambric.kernel;

/** A function of floats, computed for several values at once. */
@FunctionalInterface
public interface FloatFunction {

  /**
   * Applies the function to {@code n} values.
   *
   * @param from index of the first value in {@code x}
   * @param y receives the results, starting at index {@code to}; not {@code x}, unless both indices
   *     are equal
   */
  void apply(float[] x, int from, float[] y, int to, int n);
}

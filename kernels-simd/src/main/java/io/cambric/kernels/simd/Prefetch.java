package io.cambric.kernels.simd;

/**
 * Reads memory in order, before loops that jump in it so that no cache foresees what comes, or that
 * overwrite it.
 */
final class Prefetch {

  /** Elements of a cache line. */
  private static final int LINE = 16;

  /** Written so that the JIT does not leave reads out; nobody reads it. */
  @SuppressWarnings("unused")
  private static float loaded;

  private Prefetch() {}

  /** Reads an element of each cache line of {@code n} elements. */
  static void read(float[] data, int from, int n) {
    keep(sum(data, from, n, 0));
  }

  /** {@return {@code start} and an element of each cache line of {@code n} elements, added up} */
  static float sum(float[] data, int from, int n, float start) {
    float sum = start;
    for (int i = from; i < from + n; i += LINE) {
      sum += data[i];
    }
    return sum;
  }

  /** Has the JIT compute a sum of what was read, which it else would not read. */
  static void keep(float sum) {
    loaded = sum;
  }
}

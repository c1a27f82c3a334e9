package io.cambric.kernels.simd.jit;

/**
 * Software prefetch by plain loads, in sequential order. It runs before loops whose access pattern
 * the hardware prefetcher does not predict, and before loops that overwrite the memory.
 */
public final class Prefetch {

  /** Elements of a cache line. */
  private static final int LINE = 16;

  /** A sink that keeps the JIT from removing the loads; it is never read. */
  @SuppressWarnings("unused")
  private static float loaded;

  private Prefetch() {}

  /** Loads one element of each cache line of {@code n} elements. */
  public static void read(float[] data, int from, int n) {
    consume(sum(data, from, n, 0));
  }

  /** {@return the sum of {@code start} and one element of each cache line of {@code n} elements} */
  public static float sum(float[] data, int from, int n, float start) {
    float sum = start;
    for (int i = from; i < from + n; i += LINE) {
      sum += data[i];
    }
    return sum;
  }

  /** Consumes a sum of loaded elements, so that the JIT keeps the loads. */
  public static void consume(float sum) {
    loaded = sum;
  }
}

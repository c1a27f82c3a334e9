package io.cambric.kernels.simd.jit;

/**
 * Software prefetch by plain loads in sequential order. It serves loops with an access pattern that
 * the hardware prefetcher does not predict, and loops that overwrite the memory.
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
    float sum = 0;
    for (int i = from; i < from + n; i += LINE) {
      sum += data[i];
    }
    loaded = sum;
  }
}

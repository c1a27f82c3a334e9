package io.cambric.kernels.simd;

/** Reads memory in order, before loops that jump in it so that no cache foresees what comes. */
final class Touch {

  /** Elements of a cache line. */
  private static final int LINE = 16;

  /** Written so that the JIT does not leave reads out; nobody reads it. */
  @SuppressWarnings("unused")
  private static float touched;

  private Touch() {}

  /** Reads an element of each cache line of {@code n} elements. */
  static void read(float[] data, int from, int n) {
    float sum = 0;
    for (int i = from; i < from + n; i += LINE) {
      sum += data[i];
    }
    touched = sum;
  }
}

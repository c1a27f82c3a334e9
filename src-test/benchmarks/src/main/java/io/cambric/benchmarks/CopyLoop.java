package io.cambric.benchmarks;

import io.cambric.kernel.thread.Parallel;

/**
 * Copies of arrays by a loop of ordinary loads and stores, one array after the other.
 *
 * <p>An ordinary store reads its cache line before it overwrites the line. So the time is what
 * memory allows a loop that reads as many arrays and writes as many.
 */
final class CopyLoop implements Runnable {

  /** Elements of a part of a copy that a thread takes. */
  private static final int PART = 1 << 13;

  private final float[][] from;
  private final float[][] to;

  /**
   * Copies of zeros.
   *
   * @param copies number of arrays
   * @param size elements of each
   */
  CopyLoop(int copies, int size) {
    from = new float[copies][size];
    to = new float[copies][size];
  }

  /** {@return the bytes that all copies read and write} */
  double bytes() {
    return 8.0 * from.length * from[0].length;
  }

  @Override
  public void run() {
    int size = from[0].length;
    int parts = (size + PART - 1) / PART;
    for (int k = 0; k < from.length; k++) {
      float[] source = from[k];
      float[] target = to[k];
      Parallel.forRange(
          parts,
          1,
          (first, end) -> copyPart(source, target, first * PART, Math.min(size, end * PART)));
    }
  }

  @SuppressWarnings("ManualArrayCopy") // what System.arraycopy does is the peak
  private static void copyPart(float[] from, float[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      to[i] = from[i];
    }
  }
}

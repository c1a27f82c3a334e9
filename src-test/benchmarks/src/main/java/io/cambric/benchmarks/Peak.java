package io.cambric.benchmarks;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The peak speeds of the machine: arithmetic and memory. Each is measured by a loop that does
 * nothing else, on as many threads as the kernels have.
 *
 * @param flops floating-point operations a second, a fused multiply-add counted as two
 * @param bytes bytes read and written a second by a copy that no cache holds
 */
record Peak(double flops, double bytes) {

  /** Floats that stay in the first cache. */
  private static final int SMALL = 2048;

  /** Floats that do not stay in the last. */
  private static final int LARGE = 1 << 25;

  private static final int PASSES = 64;

  /** Operations on each element of a pass: eight fused ones. */
  private static final int FLOPS = 16;

  /** By number of threads. */
  private static final Map<Integer, Peak> MEASURED = new ConcurrentHashMap<>();

  /** {@return the peak of this machine, which is measured for some seconds at the first call} */
  static Peak of(int threads) {
    return MEASURED.computeIfAbsent(threads, Peak::measure);
  }

  private static Peak measure(int threads) {
    double flops = flopsOf(threads);
    return new Peak(flops, bytesOf(threads));
  }

  private static double flopsOf(int threads) {
    float[][] arrays = new float[threads][SMALL];
    for (float[] array : arrays) {
      Arrays.fill(array, 1f);
    }
    var timing =
        Timing.of(
            () -> onThreads(threads, t -> IntStream.range(0, 256).forEach(_ -> fma(arrays[t]))),
            0.5);
    return 256.0 * threads * PASSES * SMALL * FLOPS / timing.min();
  }

  private static void fma(float[] x) {
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < x.length; i++) {
        float a = x[i];
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        a = Math.fma(a, 0.5f, 0.5f);
        x[i] = a;
      }
    }
  }

  private static double bytesOf(int threads) {
    float[] from = new float[LARGE];
    float[] to = new float[LARGE];
    int part = LARGE / threads;
    var timing =
        Timing.of(
            () -> onThreads(threads, t -> System.arraycopy(from, t * part, to, t * part, part)),
            0.5);
    return 8.0 * part * threads / timing.min();
  }

  private static void onThreads(int threads, java.util.function.IntConsumer work) {
    var others = new Thread[threads - 1];
    for (int t = 1; t < threads; t++) {
      int number = t;
      others[t - 1] = new Thread(() -> work.accept(number), "bench-peak-" + t);
      others[t - 1].start();
    }
    work.accept(0);
    for (var other : others) {
      try {
        other.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("The measurement was interrupted.", e);
      }
    }
  }
}

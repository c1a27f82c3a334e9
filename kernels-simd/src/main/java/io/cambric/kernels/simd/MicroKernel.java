package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** A micro-kernel, with its plain twin until it is compiled. */
enum MicroKernel {
  RUN_WIDE(
      ContiguousATiles.class, Species.FEW_REGISTERS ? "low" : "wide", 2 * Species.LANES, false),
  RUN_NARROW(ContiguousATiles.class, "narrow", Species.LANES, false),
  TABLE_WIDE(IndexedATiles.class, Species.FEW_REGISTERS ? "low" : "wide", 2 * Species.LANES, true),
  TABLE_NARROW(IndexedATiles.class, "narrow", Species.LANES, true);

  /** Rows of a tile. */
  static final int ROWS = Packing.ROWS;

  private static final int SAMPLE_K = WarmUp.LOOPS;

  private final MethodHandle handle;
  private final int columns;
  private final boolean table;
  private final WarmUp warmUp;

  MicroKernel(Class<?> owner, String name, int columns, boolean table) {
    this.handle = VectorLoop.of(owner, name);
    this.columns = columns;
    this.table = table;
    this.warmUp = new WarmUp("MicroKernel." + this, sample());
  }

  /** {@return the kernel for a kind of left factor and panel} */
  static MicroKernel of(boolean table, boolean wide) {
    return table ? (wide ? TABLE_WIDE : TABLE_NARROW) : wide ? RUN_WIDE : RUN_NARROW;
  }

  private Runnable sample() {
    float[] a = new float[ROWS * SAMPLE_K];
    float[] b = new float[SAMPLE_K * columns];
    float[] c = new float[ROWS * columns];
    int[] rowAt = new int[ROWS];
    int[] outAt = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      rowAt[i] = i * SAMPLE_K;
      outAt[i] = i * columns;
    }
    int[] kOffsets = new int[SAMPLE_K];
    if (table) {
      Arrays.setAll(kOffsets, k -> k);
    }
    int kBlock = table ? SAMPLE_K : 1;
    return () ->
        runVectors(a, rowAt, 0, ROWS, kOffsets, 0, kBlock, 0, SAMPLE_K, b, 0, c, outAt, 0, 0);
  }

  /** {@return the width of the panels it reads} */
  int columns() {
    return columns;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  /** Computes tiles one after the other; see {@link ContiguousATiles} for the arguments. */
  void run(
      float[] a,
      int[] rowAt,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    if (warmUp.isHot((long) (to - from) * run * columns * (rowEnd - row))) {
      runVectors(
          a, rowAt, row, rowEnd, kOffsets, from, to, shift, run, b, panel, c, outAt, outRow,
          column);
    } else {
      runScalars(
          a, rowAt, row, rowEnd, kOffsets, from, to, shift, run, b, panel, c, outAt, outRow,
          column);
    }
  }

  void runVectors(
      float[] a,
      int[] rowAt,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    try {
      handle.invokeExact(
          a, rowAt, row, rowEnd, kOffsets, from, to, shift, run, b, panel, c, outAt, outRow,
          column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, one row after another. */
  void runScalars(
      float[] a,
      int[] rowAt,
      int row,
      int rowEnd,
      int[] kOffsets,
      int from,
      int to,
      int shift,
      int run,
      float[] b,
      int panel,
      float[] c,
      int[] outAt,
      int outRow,
      int column) {
    int length = table ? 1 : run;
    float[] sums = new float[columns];
    for (int i = 0; i < rowEnd - row; i++) {
      Arrays.fill(sums, 0f);
      int q = panel;
      for (int d = from; d < to; d++) {
        int at = rowAt[row + i] + shift + kOffsets[d];
        for (int p = 0; p < length; p++) {
          addScaled(a[at + p], b, q, sums);
          q += columns;
        }
      }
      System.arraycopy(sums, 0, c, outAt[outRow + i] + column, columns);
    }
  }

  private static void addScaled(float x, float[] b, int q, float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.fma(x, b[q + j], sums[j]);
    }
  }
}

package io.cambric.kernels.simd;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The micro-kernels for an unpacked A, each with a plain twin of the same bits until it is
 * compiled. CONTIGUOUS or INDEXED is the layout of A, X2 or X1 the number of vectors in a panel of
 * B.
 */
enum MicroKernel {
  CONTIGUOUS_X2(
      ContiguousATiles.class,
      Species.FEW_REGISTERS ? "tile4x2" : "tile8x2",
      2 * Species.LANES,
      false),
  CONTIGUOUS_X1(ContiguousATiles.class, "tile8x1", Species.LANES, false),
  INDEXED_X2(
      IndexedATiles.class, Species.FEW_REGISTERS ? "tile4x2" : "tile8x2", 2 * Species.LANES, true),
  INDEXED_X1(IndexedATiles.class, "tile8x1", Species.LANES, true);

  /** Rows of a tile. */
  static final int PACK_MR = Packing.PACK_MR;

  private static final int SAMPLE_K = WarmUp.LOOPS;

  private final MethodHandle handle;
  private final int columns;
  private final boolean indexed;
  private final WarmUp warmUp;

  MicroKernel(Class<?> owner, String name, int columns, boolean indexed) {
    this.handle = VectorLoop.of(owner, name);
    this.columns = columns;
    this.indexed = indexed;
    this.warmUp = new WarmUp("MicroKernel." + this, sample());
  }

  /** {@return the micro-kernel for a layout of A and a width of panels} */
  static MicroKernel of(boolean indexed, boolean twoVectors) {
    return indexed
        ? (twoVectors ? INDEXED_X2 : INDEXED_X1)
        : twoVectors ? CONTIGUOUS_X2 : CONTIGUOUS_X1;
  }

  private Runnable sample() {
    float[] a = new float[PACK_MR * SAMPLE_K];
    float[] b = new float[SAMPLE_K * columns];
    float[] c = new float[PACK_MR * columns];
    int[] rowOffsets = new int[PACK_MR];
    int[] outOffsets = new int[PACK_MR];
    for (int i = 0; i < PACK_MR; i++) {
      rowOffsets[i] = i * SAMPLE_K;
      outOffsets[i] = i * columns;
    }
    int[] kOffsets = new int[SAMPLE_K];
    if (indexed) {
      Arrays.setAll(kOffsets, k -> k);
    }
    int entries = indexed ? SAMPLE_K : 1;
    return () ->
        runVectors(
            a,
            rowOffsets,
            0,
            PACK_MR,
            kOffsets,
            0,
            entries,
            0,
            SAMPLE_K,
            b,
            0,
            c,
            outOffsets,
            0,
            0);
  }

  /** {@return the columns of the panels that it reads} */
  int columns() {
    return columns;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  /** Computes tiles one after another; see {@link ContiguousATiles} for the arguments. */
  void run(
      float[] a,
      int[] rowOffsets,
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
      int[] outOffsets,
      int outRow,
      int column) {
    if (warmUp.isHot((long) (to - from) * run * columns * (rowEnd - row))) {
      runVectors(
          a,
          rowOffsets,
          row,
          rowEnd,
          kOffsets,
          from,
          to,
          shift,
          run,
          b,
          panel,
          c,
          outOffsets,
          outRow,
          column);
    } else {
      runScalars(
          a,
          rowOffsets,
          row,
          rowEnd,
          kOffsets,
          from,
          to,
          shift,
          run,
          b,
          panel,
          c,
          outOffsets,
          outRow,
          column);
    }
  }

  void runVectors(
      float[] a,
      int[] rowOffsets,
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
      int[] outOffsets,
      int outRow,
      int column) {
    try {
      handle.invokeExact(
          a,
          rowOffsets,
          row,
          rowEnd,
          kOffsets,
          from,
          to,
          shift,
          run,
          b,
          panel,
          c,
          outOffsets,
          outRow,
          column);
    } catch (Throwable e) {
      throw VectorLoop.unchecked(e);
    }
  }

  /** The same sums in the same order, row by row. */
  void runScalars(
      float[] a,
      int[] rowOffsets,
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
      int[] outOffsets,
      int outRow,
      int column) {
    int length = indexed ? 1 : run;
    float[] sums = new float[columns];
    for (int i = 0; i < rowEnd - row; i++) {
      Arrays.fill(sums, 0f);
      int q = panel;
      for (int d = from; d < to; d++) {
        int at = rowOffsets[row + i] + shift + kOffsets[d];
        for (int p = 0; p < length; p++) {
          addScaled(a[at + p], b, q, sums);
          q += columns;
        }
      }
      System.arraycopy(sums, 0, c, outOffsets[outRow + i] + column, columns);
    }
  }

  private static void addScaled(float x, float[] b, int q, float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] = Math.fma(x, b[q + j], sums[j]);
    }
  }
}

package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.micro.OffsetTables;
import java.util.Arrays;

/** Packing of lines of doubles into panels, whose elements of one k are adjacent. */
final class DoublePacking {

  /** Adjacent lines that are copied together for each k. */
  private static final int MIN_ADJACENT = 4;

  /** Doubles of a copy of a warm-up run. */
  private static final int SAMPLE = 128;

  private static final BlockLoops COPY =
      new BlockLoops(
          PackLoops.class,
          "copyDoubles",
          new double[WarmUp.LOOPS + 2 * SAMPLE],
          0,
          OffsetTables.of(WarmUp.LOOPS, 1),
          0,
          WarmUp.LOOPS,
          new double[(WarmUp.LOOPS + 1) * SAMPLE],
          0,
          SAMPLE,
          SAMPLE);

  private DoublePacking() {}

  /**
   * Packs {@code n} groups of {@code used} elements, which become {@code width} elements each.
   *
   * @param line the line of the first element of each group
   * @param k the place of the first group
   */
  static void pack(
      Places from,
      int batch,
      int line,
      int used,
      int k,
      double[] packed,
      int to,
      int width,
      int n) {
    if (used < width) {
      Arrays.fill(packed, to, to + n * width, 0);
    }
    int base = from.offset() + batch * from.step();
    for (int j = 0, next; j < used; j = next) {
      int count = Places.adjacent(from.lines(), line + j, line + used);
      if (count >= MIN_ADJACENT) {
        next = j + count;
        int at = base + from.lines()[line + j];
        copy(from.data(), at, from.across(), k, packed, to + j, width, n, count);
      } else {
        next = Math.min(j + 4, used);
        gather(from, base, line + j, next - j, k, packed, to + j, width, n);
      }
    }
  }

  private static void copy(
      double[] source,
      int at,
      int[] across,
      int k,
      double[] packed,
      int to,
      int width,
      int n,
      int count) {
    if (count % LaneType.F64.lanes() == 0 && COPY.isHot((long) n * count)) {
      try {
        COPY.handle().invokeExact(source, at, across, k, n, packed, to, width, count);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int from = at + across[k + i];
      int target = to + i * width;
      for (int j = 0; j < count; j++) {
        packed[target + j] = source[from + j];
      }
    }
  }

  /** Packs up to four lines. */
  private static void gather(
      Places from,
      int base,
      int line,
      int count,
      int k,
      double[] packed,
      int to,
      int width,
      int n) {
    double[] x = from.data();
    int[] across = from.across();
    int[] lines = from.lines();
    // Fewer lines than four are written again.
    int last = count - 1;
    int j1 = Math.min(1, last);
    int j2 = Math.min(2, last);
    int x0 = base + lines[line];
    int x1 = base + lines[line + j1];
    int x2 = base + lines[line + j2];
    int x3 = base + lines[line + last];
    for (int i = 0; i < n; i++) {
      int at = across[k + i];
      int target = to + i * width;
      packed[target] = x[x0 + at];
      packed[target + j1] = x[x1 + at];
      packed[target + j2] = x[x2 + at];
      packed[target + last] = x[x3 + at];
    }
  }
}

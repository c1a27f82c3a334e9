package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.ListedMatrix;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.Arrays;

/** Packing of lines of doubles into panels, in which the elements of one k are adjacent. */
final class DoublePacking {

  /** The fewest adjacent lines that are copied together for each k. */
  private static final int MIN_ADJACENT = 4;

  /** Doubles that a warm-up run copies. */
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
      ListedMatrix from,
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
      int count = ListedMatrix.adjacent(from.lines(), line + j, line + used);
      if (count >= MIN_ADJACENT) {
        next = j + count;
        int at = base + from.lines()[line + j];
        copy(from, at, k, packed, to + j, width, n, count);
      } else {
        next = Math.min(j + 4, used);
        from.gather(base, line + j, next - j, k, packed, to + j, width, n);
      }
    }
  }

  private static void copy(
      ListedMatrix from, int at, int k, double[] packed, int to, int width, int n, int count) {
    if (count % LaneType.F64.lanes() == 0 && COPY.isHot((long) n * count)) {
      try {
        COPY.handle().invokeExact(from.data(), at, from.across(), k, n, packed, to, width, count);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      System.arraycopy(from.data(), at + from.across()[k + i], packed, to + i * width, count);
    }
  }
}

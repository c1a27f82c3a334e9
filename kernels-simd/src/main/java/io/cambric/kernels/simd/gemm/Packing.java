package io.cambric.kernels.simd.gemm;

import io.cambric.kernel.block.Scratch;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.kernels.simd.micro.OffsetTables;
import io.cambric.kernels.simd.micro.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Packing of operands and stores of tiles: the loops of {@link PackLoops}, each with a plain twin
 * of the same bits until it is compiled.
 */
public final class Packing {

  /** Rows of a packed micro-panel of A, PACKMR of BLIS. */
  public static final int PACK_MR = 8;

  /** Columns of a packed panel of B, NR of BLIS: two vectors. */
  static final int NR = 2 * Species.LANES;

  /** Offset of a single run in a row. */
  private static final int[] ONE_RUN = {0};

  public static final Packing ALL = new Packing();

  /**
   * Elements of a row that are transposed at once. The elements of all rows together stay in the L1
   * cache.
   */
  private static final int TOGETHER = 64;

  /** Length of a sample. */
  private static final int LENGTH = WarmUp.LOOPS;

  private final BlockLoops transpose =
      copies(
          "transpose", rows(LENGTH), 0, ONE_RUN, 0, 1, 0, floats(), 0, 0, LENGTH * Species.LANES);
  private final BlockLoops spread = copies("spread", floats(), 0, PACK_MR, LENGTH);
  private final BlockLoops join = copies("join", 0, floats(), 0, 2 * PACK_MR, 2 * LENGTH);
  private final BlockLoops fours = fours("fours", NR);
  private final BlockLoops fourHalves = fours("fourHalves", PACK_MR);
  private final BlockLoops part = copies("part", rows(0), 0, 0, floats(), 0, NR, NR - 1, LENGTH);
  private final BlockLoops storePart =
      copies("storePart", floats(), rows(NR), 0, 0, NR - 1, LENGTH);

  private Packing() {}

  /** {@return all loops that this machine uses, for warm-up} */
  public List<BlockLoops> loops() {
    var loops = new ArrayList<>(List.of(fours, part, storePart));
    if (PackLoops.EIGHTS) {
      loops.addAll(List.of(transpose, spread, join));
    }
    if (Species.HAS_HALVES) {
      loops.add(fourHalves);
    }
    return loops;
  }

  private static BlockLoops copies(String name, Object... rest) {
    var sample = new Object[rest.length + 1];
    sample[0] = floats();
    System.arraycopy(rest, 0, sample, 1, rest.length);
    return new BlockLoops(PackLoops.class, name, sample);
  }

  private static BlockLoops fours(String name, int width) {
    return copies(name, rows(0), 0, 0, width, floats(), 0, 0, width, LENGTH);
  }

  private static float[] floats() {
    return new float[LENGTH * PACK_MR * Math.max(PACK_MR, NR)];
  }

  private static int[] rows(int step) {
    return OffsetTables.padded(LENGTH, step, PACK_MR);
  }

  /**
   * Transposes rows of {@code n} elements into {@code n} rows that are {@code width} apart.
   *
   * @param count rows, a multiple of {@link #PACK_MR}
   */
  public void transpose(Rows source, int count, float[] target, int to, int width, int n) {
    long points = (long) n * count;
    boolean hot =
        PackLoops.EIGHTS && transpose.isHot(points) & spread.isHot(points) & join.isHot(points);
    if (!hot || n < Species.LANES) {
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < count; i++) {
          target[to + k * width + i] = source.data()[source.at(i) + k];
        }
      }
    } else if (width == PACK_MR) {
      transpose(source, ONE_RUN, 0, 1, target, to, n);
    } else {
      int length = Math.min(n, TOGETHER);
      try (var scratch = new Scratch()) {
        float[] rows = scratch.floats(2 * length * PACK_MR + Species.LANES);
        for (int next = 0; next < n; next += length) {
          int k = Math.min(next, n - length);
          transpose(source.plus(k), count, rows, target, to + k * width, width, length);
        }
      }
    }
  }

  /**
   * Transposes runs of {@code n} elements of {@link #PACK_MR} rows. Each run becomes {@code n}
   * rows, and the runs follow each other.
   *
   * @param runOffsets positions of the runs in a row, from index {@code first} on
   */
  void runs(Rows source, int[] runOffsets, int first, int end, float[] target, int to, int n) {
    boolean hot = PackLoops.EIGHTS && transpose.isHot((long) n * (end - first) * PACK_MR);
    if (hot && n >= Species.LANES) {
      transpose(source, runOffsets, first, end, target, to, n);
      return;
    }
    int t = to;
    for (int run = first; run < end; run++) {
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < PACK_MR; i++) {
          target[t + i] = source.data()[source.at(i) + runOffsets[run] + k];
        }
        t += PACK_MR;
      }
    }
  }

  /** Transposes eight or sixteen rows into {@code rows}, and copies them from there. */
  private void transpose(
      Rows source, int count, float[] rows, float[] target, int to, int width, int n) {
    int second = n * PACK_MR;
    for (int i = 0, together; i < count; i += together) {
      together = Math.min(count - i, Species.LANES);
      transpose(source.from(i), ONE_RUN, 0, 1, rows, 0, n);
      try {
        if (together > PACK_MR) {
          transpose(source.from(i + PACK_MR), ONE_RUN, 0, 1, rows, second, n);
          join.handle().invokeExact(rows, second, target, to + i, width, n);
        } else {
          spread.handle().invokeExact(rows, target, to + i, width, n);
        }
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
    }
  }

  /** Transposes runs in whole vectors; the last vector may overlap the one before. */
  private void transpose(
      Rows source, int[] runOffsets, int first, int end, float[] target, int to, int n) {
    int whole = n - n % Species.LANES;
    int k = n - Species.LANES;
    try {
      var loop = transpose.handle();
      float[] data = source.data();
      int[] at = source.table();
      int row = source.first();
      int offset = source.offset();
      int apart = n * PACK_MR;
      loop.invokeExact(data, at, row, runOffsets, first, end, offset, target, to, apart, whole);
      if (whole < n) {
        int t = to + k * PACK_MR;
        loop.invokeExact(
            data, at, row, runOffsets, first, end, offset + k, target, t, apart, Species.LANES);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /**
   * Copies {@link #PACK_MR} elements from each of {@code n} rows, one after another.
   *
   * @param tiles micro-panels, each {@code n * PACK_MR} after the one before
   * @param step distance of the micro-panels in the source: {@code PACK_MR} where vectors are
   *     longer
   */
  public void rows(Rows source, float[] target, int to, int tiles, int step, int n) {
    copy(source, target, to, PACK_MR, tiles, step, n);
  }

  /**
   * Copies {@link #NR} elements from each of {@code n} rows, one after another.
   *
   * @param panels panels, each {@code n * NR} after the one before
   */
  public void panels(Rows source, float[] target, int to, int panels, int n) {
    copy(source, target, to, NR, panels, NR, n);
  }

  private void copy(Rows source, float[] target, int to, int width, int panels, int step, int n) {
    int apart = n * width;
    int p = 0;
    while (p <= panels - 4
        && copiesFour(source.plus(p * step), target, to + p * apart, width, step, n)) {
      p += 4;
    }
    for (; p < panels; p++) {
      part(source.plus(p * step), target, to + p * apart, width, width, n);
    }
  }

  /** {@return whether four panels were copied: only once a loop for their width is compiled} */
  private boolean copiesFour(Rows source, float[] target, int to, int width, int step, int n) {
    int apart = n * width;
    boolean whole = width % Species.LANES == 0;
    boolean halves = Species.HAS_HALVES && width == PACK_MR && n > 1;
    return (whole || halves)
        && (whole ? fours : fourHalves)
            .run(
                4L * apart,
                source.data(),
                source.table(),
                source.first(),
                source.offset(),
                step,
                target,
                to,
                apart,
                width,
                n);
  }

  /**
   * Copies {@code used} elements of {@code n} rows to rows of {@code width}, and zero-pads the
   * rows. A width below a vector needs room for a whole vector from the last row on.
   */
  void part(Rows source, float[] target, int to, int width, int used, int n) {
    if (part.isHot((long) n * width)) {
      float[] data = source.data();
      int first = source.first();
      int offset = source.offset();
      try {
        part.handle().invokeExact(data, source.table(), first, offset, target, to, width, used, n);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
      return;
    }
    for (int k = 0; k < n; k++) {
      int t = to + k * width;
      System.arraycopy(source.data(), source.at(k), target, t, used);
      Arrays.fill(target, t + used, t + width, 0f);
    }
  }

  /** Stores the first {@code used} elements of {@code n} rows of a tile. */
  void store(float[] tile, Rows out, int used, int n) {
    if (storePart.isHot((long) n * used)) {
      try {
        storePart
            .handle()
            .invokeExact(tile, out.data(), out.table(), out.first(), out.offset(), used, n);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      System.arraycopy(tile, i * NR, out.data(), out.at(i), used);
    }
  }
}

package io.cambric.kernels.simd.gemm;

import static io.cambric.kernels.simd.codegen.TransposeWriter.EIGHTS;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Rows;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.TransposeWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Packing of operands and stores of tiles, by the loops of {@link PackLoops}. A plain twin with the
 * same bits replaces each loop until it is compiled.
 */
public final class Packing {

  /** Rows of a packed micro-panel of A, PACKMR of BLIS. */
  public static final int PACK_MR = 8;

  /** Columns of a packed panel of B, NR of BLIS: two vectors. */
  static final int NR = 2 * Species.LANES;

  private static final int LANES = Species.LANES;

  private static final int[] NO_PAIRS = {};

  /** Offset of a single run in a row. */
  private static final int[] ONE_RUN = {0};

  private static final BlockLoops FLOATS = TransposeWriter.of(LaneType.F32).getFirst();

  public static final Packing ALL = new Packing();

  /** Length of a sample. */
  private static final int LENGTH = WarmUp.LOOPS;

  private final BlockLoops fours = fours("fours", NR);
  private final BlockLoops fourHalves = fours("fourHalves", PACK_MR);
  private final BlockLoops part = copies("part", rows(0), 0, 0, floats(), 0, NR, NR - 1, LENGTH);
  private final BlockLoops storePart =
      copies("storePart", floats(), rows(NR), 0, 0, NR - 1, LENGTH);

  private Packing() {}

  /** {@return all loops that this machine uses, for warm-up} */
  public List<BlockLoops> loops() {
    var loops = new ArrayList<>(List.of(fours, part, storePart, FLOATS));
    if (Species.HAS_HALVES) {
      loops.addAll(List.of(EIGHTS, fourHalves));
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

  /** Transposes rows of {@code n} elements into {@code n} rows that are {@code width} apart. */
  public void transpose(Rows source, int count, float[] target, int to, int width, int n) {
    boolean isPanel = count == PACK_MR && width == PACK_MR;
    if (n >= LANES && count >= LANES && FLOATS.isHot((long) n * count)) {
      tiles(source, count, target, to, width, n);
    } else if (!isPanel || !eights(source, ONE_RUN, 0, 1, target, to, n)) {
      for (int k = 0; k < n; k++) {
        for (int i = 0; i < count; i++) {
          target[to + k * width + i] = source.data()[source.at(i) + k];
        }
      }
    }
  }

  /** Transposes rows in tiles of vectors; the last tile may overlap the previous one. */
  private static void tiles(Rows source, int count, float[] target, int to, int width, int n) {
    Object data = source.data();
    Object out = target;
    int[] at = source.table();
    int first = source.first();
    for (int next = 0; next < n; next += LANES) {
      int k = Math.min(next, n - LANES);
      int from = source.offset() + k;
      int t = to + k * width;
      try {
        FLOATS.handle().invokeExact(data, at, first, from, out, t, width, count, NO_PAIRS);
      } catch (Throwable e) {
        throw BlockLoops.unchecked(e);
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
    int apart = n * PACK_MR;
    if (!eights(source, runOffsets, first, end, target, to, n)) {
      for (int run = first; run < end; run++) {
        int t = to + (run - first) * apart;
        transpose(source.plus(runOffsets[run]), PACK_MR, target, t, PACK_MR, n);
      }
    }
  }

  /** {@return whether vectors of two halves transposed the runs, which needs a compiled loop} */
  private static boolean eights(
      Rows source, int[] runOffsets, int first, int end, float[] target, int to, int n) {
    int apart = n * PACK_MR;
    if (!Species.HAS_HALVES || n < LANES || !EIGHTS.isHot((long) apart * (end - first))) {
      return false;
    }
    Object data = source.data();
    int[] at = source.table();
    int row = source.first();
    int offset = source.offset();
    try {
      EIGHTS
          .handle()
          .invokeExact(
              data, at, row, runOffsets, first, end, offset, (Object) target, to, apart, n);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return true;
  }

  /**
   * Copies {@link #PACK_MR} elements from each of {@code n} rows, one after another.
   *
   * @param tiles micro-panels, each {@code n * PACK_MR} after the previous one
   * @param step distance of the micro-panels in the source; {@code PACK_MR} if vectors are longer
   *     than a micro-panel
   */
  public void rows(Rows source, float[] target, int to, int tiles, int step, int n) {
    copy(source, target, to, PACK_MR, tiles, step, n);
  }

  /**
   * Copies {@link #NR} elements from each of {@code n} rows, one after another.
   *
   * @param panels panels, each {@code n * NR} after the previous one
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

  /** {@return whether four panels were copied, which needs a compiled loop for their width} */
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
   * rows. A width below a vector needs room for a whole vector that begins at the last row.
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

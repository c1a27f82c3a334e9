package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PanelTranspose;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.ReversalWriter;
import io.cambric.kernels.simd.codegen.TransposeWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import java.util.Arrays;
import java.util.List;

/**
 * Transposition of panels and reversal of rows by vectors, for all elements but bytes. A panel has
 * as many columns as a vector has lanes; the last one begins earlier if columns remain.
 */
final class SimdPanelTranspose extends PanelTranspose {

  /** Ints of a tile of shorts. */
  private static final int PAIRS = LaneType.I32.lanes() * LaneType.I32.lanes();

  private static final int[] NONE = {};

  /** A loop for each type. */
  private static final List<BlockLoops> REVERSALS =
      Arrays.stream(LaneType.values()).map(ReversalWriter::loop).toList();

  @Override
  protected void run(
      Object source, int from, int step, int rows, Object target, int to, int apart, int columns) {
    var type = LaneType.ofArray(source);
    if (type == null || Math.min(columns, rows) < type.lanes()) {
      super.run(source, from, step, rows, target, to, apart, columns);
      return;
    }
    int width = type.lanes();
    var loops = TransposeWriter.of(type);
    int[] pairs = loops.size() > 1 ? new int[PAIRS] : NONE;
    int[] at = OffsetTables.of(rows, step);
    for (int next = 0; next < columns; next += width) {
      int c = Math.min(next, columns - width);
      if (!panel(loops, source, at, from + c, rows, width, target, to + c * apart, apart, pairs)) {
        super.run(source, from + c, step, rows, target, to + c * apart, apart, columns - c);
        return;
      }
    }
  }

  @Override
  protected void reverse(
      Object source, int from, int step, Object target, int to, int apart, int rows, int columns) {
    var type = LaneType.ofArray(source);
    if (type == null
        || columns < type.lanes()
        || !REVERSALS
            .get(type.ordinal())
            .run((long) rows * columns, source, from, step, target, to, apart, rows, columns)) {
      super.reverse(source, from, step, target, to, apart, rows, columns);
    }
  }

  /** {@return whether a panel was transposed, which needs compiled code} */
  private static boolean panel(
      List<BlockLoops> loops,
      Object source,
      int[] at,
      int from,
      int rows,
      int width,
      Object target,
      int to,
      int apart,
      int[] pairs) {
    int parts = loops.size();
    long points = (long) rows * width;
    if (!loops.getFirst().isHot(points) || !loops.getLast().isHot(points)) {
      return false;
    }
    try {
      for (int part = 0; part < parts; part++) {
        int t = to + part * apart;
        int step = parts * apart;
        loops.get(part).handle().invokeExact(source, at, 0, from, target, t, step, rows, pairs);
      }
      return true;
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}

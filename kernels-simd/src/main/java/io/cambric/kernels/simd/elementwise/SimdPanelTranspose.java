package io.cambric.kernels.simd.elementwise;

import static io.cambric.kernels.simd.codegen.TransposeWriter.FLOATS;
import static io.cambric.kernels.simd.codegen.TransposeWriter.loop;

import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.PanelTranspose;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.ReversalWriter;
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

  private static final BlockLoops INTS = loop(LaneType.I32, false);
  private static final BlockLoops DOUBLES = loop(LaneType.F64, false);
  private static final BlockLoops LONGS = loop(LaneType.I64, false);
  private static final BlockLoops EVEN_SHORTS = loop(LaneType.I16, false);
  private static final BlockLoops ODD_SHORTS = loop(LaneType.I16, true);

  /** One for each type. */
  private static final List<BlockLoops> REVERSALS =
      Arrays.stream(LaneType.values()).map(ReversalWriter::loop).toList();

  @Override
  protected void run(
      Object source, int from, int step, int rows, Object target, int to, int apart, int columns) {
    var type = LaneType.ofArray(source);
    int width = type == null ? Integer.MAX_VALUE : type.lanes();
    if (columns < width || rows < width) {
      super.run(source, from, step, rows, target, to, apart, columns);
      return;
    }
    int[] pairs = source instanceof short[] ? new int[PAIRS] : NONE;
    int[] at = OffsetTables.of(rows, step);
    for (int next = 0; next < columns; next += width) {
      int c = Math.min(next, columns - width);
      if (!panel(source, at, from + c, rows, target, to + c * apart, apart, pairs)) {
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

  /**
   * {@return whether a panel of a vector's columns was transposed: whether the code is compiled}
   */
  private static boolean panel(
      Object source, int[] at, int s, int rows, Object target, int t, int apart, int[] pairs) {
    try {
      switch (source) {
        case float[] a when FLOATS.isHot((long) rows * LaneType.F32.lanes()) ->
            FLOATS.handle().invokeExact(a, at, 0, s, (float[]) target, t, apart, rows, pairs);
        case int[] a when INTS.isHot((long) rows * LaneType.I32.lanes()) ->
            INTS.handle().invokeExact(a, at, 0, s, (int[]) target, t, apart, rows, pairs);
        case double[] a when DOUBLES.isHot((long) rows * LaneType.F64.lanes()) ->
            DOUBLES.handle().invokeExact(a, at, 0, s, (double[]) target, t, apart, rows, pairs);
        case long[] a when LONGS.isHot((long) rows * LaneType.I64.lanes()) ->
            LONGS.handle().invokeExact(a, at, 0, s, (long[]) target, t, apart, rows, pairs);
        case short[] a
            when EVEN_SHORTS.isHot((long) rows * LaneType.I16.lanes())
                && ODD_SHORTS.isHot((long) rows * LaneType.I16.lanes()) -> {
          var b = (short[]) target;
          EVEN_SHORTS.handle().invokeExact(a, at, 0, s, b, t, 2 * apart, rows, pairs);
          ODD_SHORTS.handle().invokeExact(a, at, 0, s, b, t + apart, 2 * apart, rows, pairs);
        }
        default -> {
          return false;
        }
      }
      return true;
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}

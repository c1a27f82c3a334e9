package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.block.PanelTranspose;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.TransposeWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.reflect.Array;

/**
 * Transposition of panels by vectors, for all elements but bytes. A panel has as many columns as a
 * vector has lanes; the last one begins earlier if columns remain.
 */
final class SimdPanelTranspose extends PanelTranspose {

  /** Ints of a tile of shorts. */
  private static final int PAIRS = LaneType.I32.lanes() * LaneType.I32.lanes();

  private static final int[] NONE = {};

  private static final BlockLoops FLOATS = loop(LaneType.F32);
  private static final BlockLoops INTS = loop(LaneType.I32);
  private static final BlockLoops DOUBLES = loop(LaneType.F64);
  private static final BlockLoops LONGS = loop(LaneType.I64);
  private static final BlockLoops EVEN_SHORTS = loop(LaneType.I16, false);
  private static final BlockLoops ODD_SHORTS = loop(LaneType.I16, true);

  private static BlockLoops loop(LaneType lanes) {
    return loop(lanes, false);
  }

  private static BlockLoops loop(LaneType lanes, boolean odd) {
    int n = lanes.lanes();
    int rows = WarmUp.LOOPS * n;
    Object source = array(lanes, rows * n);
    Object target = array(lanes, rows * n);
    return BlockLoops.of(
        "transposition of " + (odd ? "odd " : "") + lanes,
        () -> TransposeWriter.write(lanes, odd),
        new Object[] {source, 0, n, target, 0, rows, rows, new int[PAIRS]},
        WarmUp.WORTH,
        true);
  }

  private static Object array(LaneType lanes, int length) {
    var element =
        switch (lanes) {
          case F32 -> float.class;
          case I32 -> int.class;
          case F64 -> double.class;
          case I64 -> long.class;
          case I16 -> short.class;
        };
    return Array.newInstance(element, length);
  }

  @Override
  protected void run(
      Object source, int from, int step, int rows, Object target, int to, int apart, int columns) {
    int width =
        switch (source) {
          case float[] _, int[] _ -> LaneType.F32.lanes();
          case double[] _, long[] _ -> LaneType.F64.lanes();
          case short[] _ -> LaneType.I16.lanes();
          default -> Integer.MAX_VALUE;
        };
    if (columns < width || rows < width) {
      super.run(source, from, step, rows, target, to, apart, columns);
      return;
    }
    int[] pairs = source instanceof short[] ? new int[PAIRS] : NONE;
    for (int next = 0; next < columns; next += width) {
      int c = Math.min(next, columns - width);
      if (!panel(source, from + c, step, rows, target, to + c * apart, apart, pairs)) {
        super.run(source, from + c, step, rows, target, to + c * apart, apart, columns - c);
        return;
      }
    }
  }

  /**
   * {@return whether a panel of a vector's columns was transposed: whether the code is compiled}
   */
  private static boolean panel(
      Object source, int s, int step, int rows, Object target, int t, int apart, int[] pairs) {
    try {
      switch (source) {
        case float[] a when FLOATS.isHot((long) rows * LaneType.F32.lanes()) ->
            FLOATS.handle().invokeExact(a, s, step, (float[]) target, t, apart, rows, pairs);
        case int[] a when INTS.isHot((long) rows * LaneType.I32.lanes()) ->
            INTS.handle().invokeExact(a, s, step, (int[]) target, t, apart, rows, pairs);
        case double[] a when DOUBLES.isHot((long) rows * LaneType.F64.lanes()) ->
            DOUBLES.handle().invokeExact(a, s, step, (double[]) target, t, apart, rows, pairs);
        case long[] a when LONGS.isHot((long) rows * LaneType.I64.lanes()) ->
            LONGS.handle().invokeExact(a, s, step, (long[]) target, t, apart, rows, pairs);
        case short[] a
            when EVEN_SHORTS.isHot((long) rows * LaneType.I16.lanes())
                && ODD_SHORTS.isHot((long) rows * LaneType.I16.lanes()) -> {
          var b = (short[]) target;
          EVEN_SHORTS.handle().invokeExact(a, s, step, b, t, 2 * apart, rows, pairs);
          ODD_SHORTS.handle().invokeExact(a, s, step, b, t + apart, 2 * apart, rows, pairs);
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

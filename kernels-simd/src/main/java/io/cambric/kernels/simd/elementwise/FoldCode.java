package io.cambric.kernels.simd.elementwise;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.FoldLoops;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.LaneFold;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.BlockLoops;
import java.util.List;
import java.util.stream.IntStream;

/** The loops of {@link FoldWriter} for one reduction. Each is used once it is compiled. */
final class FoldCode extends FoldLoops {

  private static final FoldLoops NONE = new FoldLoops() {};

  private static final List<ScalarOp> NUMBERS =
      List.of(ScalarOp.ADD, ScalarOp.MUL, ScalarOp.MAX, ScalarOp.MIN);
  private static final List<ScalarOp> BITS = List.of(ScalarOp.AND, ScalarOp.OR, ScalarOp.XOR);

  private static final List<FoldCode> FLOATS = all(NUMBERS, Lane.FLOAT, LaneType.F32);
  private static final List<FoldCode> DOUBLES = all(NUMBERS, Lane.DOUBLE, LaneType.F64);
  private static final List<FoldCode> INTS = all(NUMBERS, Lane.INT, LaneType.I32);
  private static final List<FoldCode> INT_BITS = all(BITS, Lane.INT, LaneType.I32);

  private final int most;
  private final Rows wide;
  private final Rows middle;
  private final BlockLoops close;
  private final BlockLoops columns;

  /** Loops for any number of rows, and for one, two and three rows. */
  private final List<BlockLoops> windows;

  private final int vector;

  /**
   * The loops for rows that are reduced to a number of accumulators first.
   *
   * @param places number of places that {@code several} reduces at once
   */
  private record Rows(BlockLoops one, BlockLoops several, int places) {

    static Rows of(ScalarOp step, LaneType lanes, int width) {
      int places = FoldWriter.places(lanes, width);
      var one = FoldWriter.rows(step, lanes, width, 1);
      return new Rows(one, places == 1 ? one : FoldWriter.rows(step, lanes, width, places), places);
    }
  }

  private FoldCode(ScalarOp step, Lane lane, LaneType lanes) {
    most = LaneFold.wide(lane);
    wide = Rows.of(step, lanes, most);
    middle = Rows.of(step, lanes, LaneFold.middle(lane));
    close = FoldWriter.close(step, lanes, lanes.lanes());
    columns = FoldWriter.columns(step, lanes);
    windows =
        IntStream.range(0, 4).mapToObj(rows -> FoldWriter.windows(step, lanes, rows)).toList();
    vector = lanes.lanes();
  }

  private static List<FoldCode> all(List<ScalarOp> steps, Lane lane, LaneType lanes) {
    return steps.stream().map(step -> new FoldCode(step, lane, lanes)).toList();
  }

  /** {@return the loops of a reduction, or loops that do nothing} */
  static FoldLoops of(ScalarOp step, DType dtype) {
    int number = NUMBERS.indexOf(step);
    if (number < 0) {
      int bits = BITS.indexOf(step);
      return bits >= 0 && Lane.of(dtype) == Lane.INT ? INT_BITS.get(bits) : NONE;
    }
    boolean ordered = step == ScalarOp.MAX || step == ScalarOp.MIN;
    return switch (Lane.of(dtype)) {
      case FLOAT -> FLOATS.get(number);
      case DOUBLE -> DOUBLES.get(number);
      // Vectors compare signed integers.
      case INT -> ordered && dtype == DType.U32 ? NONE : INTS.get(number);
      case LONG -> NONE;
    };
  }

  @Override
  protected int rows(
      int width, Object lanes, Object x, int at, int far, int stride, int places, int runs, int n) {
    var rows = width == most ? wide : middle;
    int together = places == 1 ? 1 : rows.places;
    var loop = together == 1 ? rows.one : rows.several;
    if (!loop.isHot((long) places * runs * n)) {
      return 0;
    }
    try {
      for (int place = 0; place < places; place += together) {
        int to = place * runs * vector;
        loop.handle().invokeExact(lanes, to, x, at + place * far, far, stride, runs, n);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return vector;
  }

  @Override
  protected boolean close(int width, Object lanes, int runs) {
    if (width != vector || !close.isHot((long) width * runs)) {
      return false;
    }
    try {
      close.handle().invokeExact(lanes, runs);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return true;
  }

  @Override
  protected int columns(Object sums, int to, Object x, int at, int stride, int rows, int n) {
    int whole = n - n % vector;
    if (whole == 0 || rows == 0 || !columns.isHot((long) rows * n)) {
      return 0;
    }
    try {
      columns.handle().invokeExact(sums, to, x, at, stride, rows, whole);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return whole;
  }

  @Override
  protected boolean windows(
      Object results,
      int to,
      int apart,
      Object x,
      int at,
      int distance,
      int stride,
      int rows,
      int places,
      int n) {
    var loop = windows.get(rows < windows.size() ? rows : 0);
    if (n < vector || rows == 0 || !loop.isHot((long) rows * places * n)) {
      return false;
    }
    int whole = n - n % vector;
    try {
      for (int done = 0; done < n; done += whole) {
        // The last vector of a place may overlap the previous one.
        int i = done == 0 ? 0 : n - vector;
        int some = done == 0 ? whole : vector;
        loop.handle()
            .invokeExact(results, to + i, apart, x, at + i, distance, stride, rows, places, some);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return true;
  }
}

package io.cambric.kernels.simd.elementwise;

import io.cambric.array.Buffer;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.index.ElementUpdates;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.RowUpdateWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import java.util.Map;

/**
 * Rows of f32 and f64 combined with updates by vectors. A row is combined as a whole before the
 * next, so each element takes its updates in order. Plain loops combine short rows, and multiply.
 */
public final class SimdRowUpdates {

  private static final Map<ScalarOp, BlockLoops> FLOATS = loops(LaneType.F32);
  private static final Map<ScalarOp, BlockLoops> DOUBLES = loops(LaneType.F64);

  /** The fewest elements of a row for which a vector pays. */
  private static final int SHORTEST = 4;

  private static Map<ScalarOp, BlockLoops> loops(LaneType lanes) {
    return Map.of(
        ScalarOp.ADD, RowUpdateWriter.loop(lanes, "add"),
        ScalarOp.MIN, RowUpdateWriter.loop(lanes, "min"),
        ScalarOp.MAX, RowUpdateWriter.loop(lanes, "max"));
  }

  private SimdRowUpdates() {}

  /** Combines rows of a result with rows of updates; see {@code Kernels.update}. */
  public static void run(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    var storage = updates.storage();
    var loop =
        switch (storage) {
          case float[] _ -> FLOATS.get(op);
          case double[] _ -> DOUBLES.get(op);
          default -> null;
        };
    var places = rows.places();
    int n = rows.length();
    if (loop == null || n < SHORTEST || !loop.isHot((long) places.count() * n)) {
      ElementUpdates.run(op, rows, updates, at, result, offset);
      return;
    }
    int[] list = places.list();
    int first = places.first();
    int count = places.count();
    int distance = rows.distance();
    try {
      if (storage instanceof float[] u) {
        loop.handle().invokeExact(u, at, distance, list, first, count, result.floats(), offset, n);
      } else {
        loop.handle()
            .invokeExact(
                (double[]) storage, at, distance, list, first, count, result.doubles(), offset, n);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }
}

package io.cambric.kernels.simd.elementwise;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.index.ElementUpdates;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.RowUpdateWriter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.Map;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Combines rows of f32 and f64 with updates by vectors, and adds rows of bf16. A row is complete
 * before the next one begins, so each element takes its updates in order. Plain loops combine short
 * rows and compute products.
 */
public final class SimdRowUpdates {

  private static final Map<ScalarOp, BlockLoops> FLOATS = loops(LaneType.F32);
  private static final Map<ScalarOp, BlockLoops> DOUBLES = loops(LaneType.F64);

  /** Elements of bf16 in a vector. */
  private static final int HALVES = 2 * Species.LANES;

  private static final int SAMPLE = WarmUp.LOOPS * HALVES;

  private static final BlockLoops ADDED_HALVES =
      new BlockLoops(
          SimdRowUpdates.class,
          "addedHalves",
          new short[SAMPLE],
          0,
          0,
          new ListedPlaces(new int[4], 0, 4),
          new short[SAMPLE],
          0,
          SAMPLE);

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
    if (op == ScalarOp.ADD && result.dtype() == DType.BF16) {
      int whole = addHalves(rows, updates.shorts(), at, result.shorts(), offset);
      var rest = new ListedRows(rows.places(), rows.length() - whole, rows.distance());
      ElementUpdates.run(op, rest, updates, at + whole, result, offset + whole);
      return;
    }
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
    var out = result.storage();
    try {
      loop.handle().invokeExact(storage, at, distance, list, first, count, out, offset, n);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /** {@return the number of elements of each row that were added: whole vectors} */
  private static int addHalves(
      ListedRows rows, short[] updates, int at, short[] result, int offset) {
    int whole = rows.length() - rows.length() % HALVES;
    var places = rows.places();
    if (whole == 0 || !ADDED_HALVES.isHot((long) places.count() * whole)) {
      return 0;
    }
    try {
      ADDED_HALVES
          .handle()
          .invokeExact(updates, at, rows.distance(), places, result, offset, whole);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return whole;
  }

  /** Adds whole vectors of rows of bf16. */
  public static void addedHalves(
      short[] updates, int at, int step, ListedPlaces places, short[] result, int offset, int n) {
    for (int i = 0; i < places.count(); i++) {
      int place = places.get(i);
      int end = place == ListedPlaces.OUTSIDE ? 0 : n;
      for (int j = 0; j < end; j += HALVES) {
        addVector(updates, at + i * step + j, result, offset + place + j);
      }
    }
  }

  /** Adds values of bf16. Two of them form an int, and one half is added before the other. */
  private static void addVector(short[] updates, int at, short[] result, int to) {
    var x = ShortVector.fromArray(Species.I16, result, to).reinterpretAsInts();
    var y = ShortVector.fromArray(Species.I16, updates, at).reinterpretAsInts();
    var even = SimdNarrowTransfers.nearest(lower(x).add(lower(y)));
    var odd = SimdNarrowTransfers.nearest(upper(x).add(upper(y)));
    odd.lanewise(VectorOperators.LSHL, Short.SIZE)
        .or(even)
        .reinterpretAsShorts()
        .intoArray(result, to);
  }

  private static FloatVector lower(IntVector pairs) {
    return pairs.lanewise(VectorOperators.LSHL, Short.SIZE).viewAsFloatingLanes();
  }

  private static FloatVector upper(IntVector pairs) {
    return pairs.and(-1 << Short.SIZE).viewAsFloatingLanes();
  }
}

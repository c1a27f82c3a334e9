package io.cambric.kernels.simd.elementwise;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.Buffer;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.index.ElementUpdates;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.EnumMap;
import java.util.Map;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of f32 and f64 combined with updates by vectors. A row is combined as a whole before the
 * next, so each element takes its updates in order. Plain loops combine what is left of rows, and
 * multiply.
 */
public final class SimdRowUpdates {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Double> F64 = Species.F64;

  /** The rows of a warm-up run, of which one is outside. */
  private static final int[] SAMPLE = {0, OUTSIDE, 0};

  private final Map<ScalarOp, BlockLoops> floats = new EnumMap<>(ScalarOp.class);
  private final Map<ScalarOp, BlockLoops> doubles = new EnumMap<>(ScalarOp.class);

  /** Prepares the loops; they are compiled when they are used. */
  public SimdRowUpdates() {
    int n = WarmUp.LOOPS * F32.length();
    floats.put(ScalarOp.ADD, loop("addFloats", new float[n], new float[n], n));
    floats.put(ScalarOp.MIN, loop("minFloats", new float[n], new float[n], n));
    floats.put(ScalarOp.MAX, loop("maxFloats", new float[n], new float[n], n));
    doubles.put(ScalarOp.ADD, loop("addDoubles", new double[n], new double[n], n));
    doubles.put(ScalarOp.MIN, loop("minDoubles", new double[n], new double[n], n));
    doubles.put(ScalarOp.MAX, loop("maxDoubles", new double[n], new double[n], n));
  }

  private static BlockLoops loop(String name, Object updates, Object result, int n) {
    var rows = new Rows(SAMPLE, 0, SAMPLE.length, 0, 0, 0, n);
    return new BlockLoops(SimdRowUpdates.class, name, updates, result, rows);
  }

  /**
   * Places of rows.
   *
   * @param list places of rows of the result, from its offset on
   * @param first index of the first place that counts
   * @param at the place of the first row of updates
   * @param distance from one row of updates to the next
   * @param offset of the result
   * @param length elements of a row
   */
  public record Rows(
      int[] list, int first, int count, int at, int distance, int offset, int length) {

    /** {@return the place behind the last update of a row; that of the first one for none} */
    int end(int row) {
      return list[first + row] == OUTSIDE ? from(row) : from(row) + length;
    }

    int from(int row) {
      return at + row * distance;
    }

    /** {@return the distance from updates of a row to its elements} */
    int shift(int row) {
      return offset + list[first + row] - from(row);
    }
  }

  /** Combines rows of a result with rows of updates; see {@code Kernels.update}. */
  public void run(ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    int whole = vectors(op, rows, updates, at, result, offset);
    var rest = new ListedRows(rows.places(), rows.length() - whole, rows.distance());
    ElementUpdates.run(op, rest, updates, at + whole, result, offset + whole);
  }

  /** {@return how many columns vectors have combined} */
  private int vectors(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    boolean areFloats = updates.storage() instanceof float[];
    boolean areDoubles = updates.storage() instanceof double[];
    int lanes = areFloats ? F32.length() : F64.length();
    int whole = rows.length() - rows.length() % lanes;
    var loop = (areFloats ? floats : doubles).get(op);
    var places = rows.places();
    if (!areFloats && !areDoubles
        || whole == 0
        || loop == null
        || !loop.isHot((long) places.count() * whole)) {
      return 0;
    }
    var all =
        new Rows(places.list(), places.first(), places.count(), at, rows.distance(), offset, whole);
    try {
      if (areFloats) {
        loop.handle().invokeExact(updates.floats(), result.floats(), all);
      } else {
        loop.handle().invokeExact(updates.doubles(), result.doubles(), all);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return whole;
  }

  /** Adds rows of floats. */
  public static void addFloats(float[] u, float[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F32.length()) {
        FloatVector.fromArray(F32, out, shift + j)
            .add(FloatVector.fromArray(F32, u, j))
            .intoArray(out, shift + j);
      }
    }
  }

  /** Takes the smaller elements of rows of floats. */
  public static void minFloats(float[] u, float[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F32.length()) {
        FloatVector.fromArray(F32, out, shift + j)
            .min(FloatVector.fromArray(F32, u, j))
            .intoArray(out, shift + j);
      }
    }
  }

  /** Takes the larger elements of rows of floats. */
  public static void maxFloats(float[] u, float[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F32.length()) {
        FloatVector.fromArray(F32, out, shift + j)
            .max(FloatVector.fromArray(F32, u, j))
            .intoArray(out, shift + j);
      }
    }
  }

  /** Adds rows of doubles. */
  public static void addDoubles(double[] u, double[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F64.length()) {
        DoubleVector.fromArray(F64, out, shift + j)
            .add(DoubleVector.fromArray(F64, u, j))
            .intoArray(out, shift + j);
      }
    }
  }

  /** Takes the smaller elements of rows of doubles. */
  public static void minDoubles(double[] u, double[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F64.length()) {
        DoubleVector.fromArray(F64, out, shift + j)
            .min(DoubleVector.fromArray(F64, u, j))
            .intoArray(out, shift + j);
      }
    }
  }

  /** Takes the larger elements of rows of doubles. */
  public static void maxDoubles(double[] u, double[] out, Rows rows) {
    for (int i = 0; i < rows.count; i++) {
      int shift = rows.shift(i);
      int end = rows.end(i);
      for (int j = rows.from(i); j < end; j += F64.length()) {
        DoubleVector.fromArray(F64, out, shift + j)
            .max(DoubleVector.fromArray(F64, u, j))
            .intoArray(out, shift + j);
      }
    }
  }
}

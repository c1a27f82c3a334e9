package io.cambric.kernels.simd.elementwise;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.Buffer;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.index.ElementUpdates;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.lang.invoke.MethodHandle;
import java.util.EnumMap;
import java.util.Map;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of f32 and f64 combined with updates by vectors. A row is combined as a whole before the
 * next, so each element takes its updates in order. Plain loops combine what is left of rows.
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
    floats.put(ScalarOp.MUL, loop("mulFloats", new float[n], new float[n], n));
    floats.put(ScalarOp.MIN, loop("minFloats", new float[n], new float[n], n));
    floats.put(ScalarOp.MAX, loop("maxFloats", new float[n], new float[n], n));
    doubles.put(ScalarOp.ADD, loop("addDoubles", new double[n], new double[n], n));
    doubles.put(ScalarOp.MUL, loop("mulDoubles", new double[n], new double[n], n));
    doubles.put(ScalarOp.MIN, loop("minDoubles", new double[n], new double[n], n));
    doubles.put(ScalarOp.MAX, loop("maxDoubles", new double[n], new double[n], n));
  }

  private static BlockLoops loop(String name, Object updates, Object result, int n) {
    int rows = SAMPLE.length;
    return new BlockLoops(SimdRowUpdates.class, name, updates, 0, 0, SAMPLE, 0, rows, result, 0, n);
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
    int n = rows.places().count();
    return switch (updates.storage()) {
      case float[] u when rows.length() >= F32.length() -> {
        var loop = floats.get(op);
        int whole = rows.length() - rows.length() % F32.length();
        if (loop == null || !loop.isHot((long) n * whole)) {
          yield 0;
        }
        run(loop.handle(), rows, u, at, result.floats(), offset, whole);
        yield whole;
      }
      case double[] u when rows.length() >= F64.length() -> {
        var loop = doubles.get(op);
        int whole = rows.length() - rows.length() % F64.length();
        if (loop == null || !loop.isHot((long) n * whole)) {
          yield 0;
        }
        run(loop.handle(), rows, u, at, result.doubles(), offset, whole);
        yield whole;
      }
      default -> 0;
    };
  }

  private static void run(
      MethodHandle loop, ListedRows rows, float[] u, int at, float[] out, int offset, int whole) {
    var places = rows.places();
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    try {
      loop.invokeExact(u, at, rows.distance(), list, first, n, out, offset, whole);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  private static void run(
      MethodHandle loop, ListedRows rows, double[] u, int at, double[] out, int offset, int whole) {
    var places = rows.places();
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    try {
      loop.invokeExact(u, at, rows.distance(), list, first, n, out, offset, whole);
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  /** Adds rows of floats. */
  public static void addFloats(
      float[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      float[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F32.length()) {
        FloatVector.fromArray(F32, out, to + j)
            .add(FloatVector.fromArray(F32, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Multiplies rows of floats. */
  public static void mulFloats(
      float[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      float[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F32.length()) {
        FloatVector.fromArray(F32, out, to + j)
            .mul(FloatVector.fromArray(F32, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Takes the smaller elements of rows of floats. */
  public static void minFloats(
      float[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      float[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F32.length()) {
        FloatVector.fromArray(F32, out, to + j)
            .min(FloatVector.fromArray(F32, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Takes the larger elements of rows of floats. */
  public static void maxFloats(
      float[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      float[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F32.length()) {
        FloatVector.fromArray(F32, out, to + j)
            .max(FloatVector.fromArray(F32, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Adds rows of doubles. */
  public static void addDoubles(
      double[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      double[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F64.length()) {
        DoubleVector.fromArray(F64, out, to + j)
            .add(DoubleVector.fromArray(F64, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Multiplies rows of doubles. */
  public static void mulDoubles(
      double[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      double[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F64.length()) {
        DoubleVector.fromArray(F64, out, to + j)
            .mul(DoubleVector.fromArray(F64, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Takes the smaller elements of rows of doubles. */
  public static void minDoubles(
      double[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      double[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F64.length()) {
        DoubleVector.fromArray(F64, out, to + j)
            .min(DoubleVector.fromArray(F64, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }

  /** Takes the larger elements of rows of doubles. */
  public static void maxDoubles(
      double[] u,
      int at,
      int distance,
      int[] list,
      int first,
      int n,
      double[] out,
      int offset,
      int length) {
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      int from = at + i * distance;
      int to = offset + place;
      for (int j = 0; j < length && place != OUTSIDE; j += F64.length()) {
        DoubleVector.fromArray(F64, out, to + j)
            .max(DoubleVector.fromArray(F64, u, from + j))
            .intoArray(out, to + j);
      }
    }
  }
}

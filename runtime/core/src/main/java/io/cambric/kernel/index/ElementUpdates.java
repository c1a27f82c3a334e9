package io.cambric.kernel.index;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.BFloat16;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.ScalarOp;

/**
 * Updates of rows of elements by an operation: {@code ADD}, {@code MUL}, {@code MIN} or {@code
 * MAX}. An element takes its updates in order, and a half type is rounded after each.
 */
public final class ElementUpdates {

  private final ScalarOp op;
  private final int[] list;
  private final int first;
  private final int count;
  private final int length;
  private final int distance;

  /** The number of rows that are adjacent single elements, for which there is a simple loop. */
  private final int singles;

  private ElementUpdates(ScalarOp op, ListedRows rows) {
    this.op = op;
    list = rows.places().list();
    first = rows.places().first();
    count = rows.places().count();
    length = rows.length();
    distance = rows.distance();
    singles = length == 1 && distance == 1 ? count : 0;
  }

  /**
   * Combines rows of the result with rows of updates, in order.
   *
   * @param rows their places in the result; rows at {@link io.cambric.kernel.ListedPlaces#OUTSIDE}
   *     are dropped
   * @param at position of the first row of updates
   * @param result a buffer of the same dtype
   * @param offset offset of the places
   */
  public static void run(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    new ElementUpdates(op, rows).run(updates, at, result, offset);
  }

  private void run(Buffer updates, int at, Buffer result, int offset) {
    // With their first bit flipped, unsigned numbers have the order of signed ones.
    var dtype = result.dtype();
    switch (updates.storage()) {
      case float[] u -> floats(u, at, result.floats(), offset);
      case double[] u -> doubles(u, at, result.doubles(), offset);
      case int[] u ->
          ints(dtype == DType.U32 ? Integer.MIN_VALUE : 0, u, at, result.ints(), offset);
      case long[] u ->
          longs(dtype == DType.U64 ? Long.MIN_VALUE : 0, u, at, result.longs(), offset);
      case short[] u when dtype.isFloating() ->
          halves(dtype == DType.BF16, u, at, result.shorts(), offset);
      case short[] u -> shorts(dtype == DType.U16 ? 0xFFFF : -1, u, at, result.shorts(), offset);
      case byte[] u -> bytes(dtype == DType.U8 ? 0xFF : -1, u, at, result.bytes(), offset);
      default -> throw new AssertionError(updates);
    }
  }

  private void floats(float[] u, int at, float[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = of(op, out[to], u[at + i]);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = of(op, out[to + j], u[from + j]);
      }
    }
  }

  private void doubles(double[] u, int at, double[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = of(op, out[to], u[at + i]);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = of(op, out[to + j], u[from + j]);
      }
    }
  }

  private void ints(int flip, int[] u, int at, int[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = of(op, flip, out[to], u[at + i]);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = of(op, flip, out[to + j], u[from + j]);
      }
    }
  }

  private void longs(long flip, long[] u, int at, long[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = of(op, flip, out[to], u[at + i]);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = of(op, flip, out[to + j], u[from + j]);
      }
    }
  }

  private void halves(boolean isBrain, short[] u, int at, short[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = half(op, isBrain, out[to], u[at + i]);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = half(op, isBrain, out[to + j], u[from + j]);
      }
    }
  }

  /** Combines values after dropping the bits outside a mask, which makes them unsigned. */
  private void shorts(int mask, short[] u, int at, short[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = (short) of(op, 0, out[to] & mask, u[at + i] & mask);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = (short) of(op, 0, out[to + j] & mask, u[from + j] & mask);
      }
    }
  }

  private void bytes(int mask, byte[] u, int at, byte[] out, int offset) {
    for (int i = 0; i < singles; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        int to = offset + place;
        out[to] = (byte) of(op, 0, out[to] & mask, u[at + i] & mask);
      }
    }
    for (int i = singles; i < count; i++) {
      int to = offset + list[first + i];
      int from = at + i * distance;
      int n = list[first + i] == OUTSIDE ? 0 : length;
      for (int j = 0; j < n; j++) {
        out[to + j] = (byte) of(op, 0, out[to + j] & mask, u[from + j] & mask);
      }
    }
  }

  private static short half(ScalarOp op, boolean isBrain, short old, short update) {
    return isBrain
        ? BFloat16.floatToBfloat16(
            of(op, BFloat16.bfloat16ToFloat(old), BFloat16.bfloat16ToFloat(update)))
        : Float.floatToFloat16(of(op, Float.float16ToFloat(old), Float.float16ToFloat(update)));
  }

  private static float of(ScalarOp op, float old, float update) {
    return switch (op) {
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old, update);
      case MAX -> Math.max(old, update);
      default -> throw unsupported(op);
    };
  }

  private static double of(ScalarOp op, double old, double update) {
    return switch (op) {
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old, update);
      case MAX -> Math.max(old, update);
      default -> throw unsupported(op);
    };
  }

  private static int of(ScalarOp op, int flip, int old, int update) {
    return switch (op) {
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old ^ flip, update ^ flip) ^ flip;
      case MAX -> Math.max(old ^ flip, update ^ flip) ^ flip;
      default -> throw unsupported(op);
    };
  }

  private static long of(ScalarOp op, long flip, long old, long update) {
    return switch (op) {
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old ^ flip, update ^ flip) ^ flip;
      case MAX -> Math.max(old ^ flip, update ^ flip) ^ flip;
      default -> throw unsupported(op);
    };
  }

  private static IllegalArgumentException unsupported(ScalarOp op) {
    return new IllegalArgumentException(op + " does not combine updates");
  }
}

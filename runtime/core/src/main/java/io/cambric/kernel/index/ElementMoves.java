package io.cambric.kernel.index;

import static io.cambric.kernel.ListedPlaces.OUTSIDE;

import io.cambric.array.Buffer;
import io.cambric.kernel.ListedPlaces;
import io.cambric.kernel.ListedRows;

/** Copies of rows of elements from listed places, or to listed places. */
public final class ElementMoves {

  /**
   * The shortest row that is copied by a call of its own; shorter rows are copied column by column.
   */
  private static final int SHORT = 8;

  private ElementMoves() {}

  /**
   * Copies rows from listed places to adjacent rows.
   *
   * @param places places of the first elements of rows in the source
   * @param run length of a row
   * @param filler one element, for rows outside
   * @param result a buffer with the same storage
   * @param at position of the first row in the result
   */
  public static void read(
      Buffer source,
      int offset,
      ListedPlaces places,
      int run,
      Buffer filler,
      Buffer result,
      int at) {
    for (int i = 0; i < run && run < SHORT; i++) {
      readApart(source, offset + i, places, filler, result, at + i, run);
    }
    if (run >= SHORT) {
      readRows(source, offset, places, run, filler, result, at);
    }
  }

  /**
   * Copies single elements from listed places to places at a constant distance.
   *
   * @param distance distance of consecutive elements of the result
   */
  public static void readApart(
      Buffer source,
      int offset,
      ListedPlaces places,
      Buffer filler,
      Buffer result,
      int at,
      int distance) {
    switch (source.storage()) {
      case float[] x -> read(x, offset, places, filler.floats()[0], result.floats(), at, distance);
      case double[] x ->
          read(x, offset, places, filler.doubles()[0], result.doubles(), at, distance);
      case int[] x -> read(x, offset, places, filler.ints()[0], result.ints(), at, distance);
      case long[] x -> read(x, offset, places, filler.longs()[0], result.longs(), at, distance);
      case short[] x -> read(x, offset, places, filler.shorts()[0], result.shorts(), at, distance);
      case byte[] x -> read(x, offset, places, filler.bytes()[0], result.bytes(), at, distance);
      default -> throw new AssertionError(source);
    }
  }

  private static void readRows(
      Buffer source,
      int offset,
      ListedPlaces places,
      int run,
      Buffer filler,
      Buffer result,
      int at) {
    int to = at;
    for (int i = 0; i < places.count(); i++) {
      int place = places.get(i);
      if (place == OUTSIDE) {
        fill(result, to, run, filler);
      } else {
        copy(source, offset + place, result, to, run);
      }
      to += run;
    }
  }

  private static void fill(Buffer result, int at, int n, Buffer filler) {
    result.copyFrom(at, filler, 0, 1);
    for (int done = 1; done < n; done *= 2) {
      result.copyFrom(at + done, result, at, Math.min(done, n - done));
    }
  }

  /**
   * Copies consecutive elements. Each storage has its own copy, because a copy between arrays of
   * unknown type checks their types.
   */
  private static void copy(Buffer source, int from, Buffer result, int to, int n) {
    switch (source.storage()) {
      case float[] x -> System.arraycopy(x, from, result.floats(), to, n);
      case double[] x -> System.arraycopy(x, from, result.doubles(), to, n);
      case int[] x -> System.arraycopy(x, from, result.ints(), to, n);
      case long[] x -> System.arraycopy(x, from, result.longs(), to, n);
      case short[] x -> System.arraycopy(x, from, result.shorts(), to, n);
      case byte[] x -> System.arraycopy(x, from, result.bytes(), to, n);
      default -> throw new AssertionError(source);
    }
  }

  /**
   * Copies rows to listed places, in order; if several rows have one place, the last remains.
   *
   * @param rows their places in the result
   * @param at position of the first row
   * @param result a buffer with the same storage
   * @param offset offset of the places
   */
  public static void write(ListedRows rows, Buffer source, int at, Buffer result, int offset) {
    var places = rows.places();
    if (rows.length() == 1 && rows.distance() == 1) {
      writeSingles(source, at, places, result, offset);
      return;
    }
    for (int i = 0; i < places.count(); i++) {
      int place = places.get(i);
      if (place != OUTSIDE) {
        copy(source, at + i * rows.distance(), result, offset + place, rows.length());
      }
    }
  }

  private static void writeSingles(
      Buffer source, int at, ListedPlaces places, Buffer result, int offset) {
    switch (source.storage()) {
      case float[] x -> write(x, at, places, result.floats(), offset);
      case double[] x -> write(x, at, places, result.doubles(), offset);
      case int[] x -> write(x, at, places, result.ints(), offset);
      case long[] x -> write(x, at, places, result.longs(), offset);
      case short[] x -> write(x, at, places, result.shorts(), offset);
      case byte[] x -> write(x, at, places, result.bytes(), offset);
      default -> throw new AssertionError(source);
    }
  }

  // Adjacent elements have a loop of their own, because the JIT unrolls no other distance.

  private static void read(
      float[] x, int offset, ListedPlaces places, float filler, float[] out, int at, int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void read(
      double[] x,
      int offset,
      ListedPlaces places,
      double filler,
      double[] out,
      int at,
      int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void read(
      int[] x, int offset, ListedPlaces places, int filler, int[] out, int at, int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void read(
      long[] x, int offset, ListedPlaces places, long filler, long[] out, int at, int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void read(
      short[] x, int offset, ListedPlaces places, short filler, short[] out, int at, int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void read(
      byte[] x, int offset, ListedPlaces places, byte filler, byte[] out, int at, int distance) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    if (distance == 1) {
      for (int i = 0; i < n; i++) {
        int place = list[first + i];
        out[at + i] = place == OUTSIDE ? filler : x[offset + place];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      out[at + i * distance] = place == OUTSIDE ? filler : x[offset + place];
    }
  }

  private static void write(float[] x, int at, ListedPlaces places, float[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }

  private static void write(double[] x, int at, ListedPlaces places, double[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }

  private static void write(int[] x, int at, ListedPlaces places, int[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }

  private static void write(long[] x, int at, ListedPlaces places, long[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }

  private static void write(short[] x, int at, ListedPlaces places, short[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }

  private static void write(byte[] x, int at, ListedPlaces places, byte[] out, int offset) {
    int[] list = places.list();
    int first = places.first();
    int n = places.count();
    for (int i = 0; i < n; i++) {
      int place = list[first + i];
      if (place != OUTSIDE) {
        out[offset + place] = x[at + i];
      }
    }
  }
}

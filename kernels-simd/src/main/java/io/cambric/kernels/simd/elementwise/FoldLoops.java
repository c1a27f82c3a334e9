package io.cambric.kernels.simd.elementwise;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Reductions of contiguous floats into 64 accumulators. Accumulator i takes the elements i, 64 + i,
 * 128 + i and so on at any vector width, so that results do not depend on it. Lengths are multiples
 * of 64.
 */
public final class FoldLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  /** Accumulators of one reduction. */
  static final int WIDTH = 64;

  private FoldLoops() {}

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }

  public static void add(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.add(load(x, i));
        b = b.add(load(x, i + LANES));
        c = c.add(load(x, i + 2 * LANES));
        d = d.add(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  public static void mul(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.mul(load(x, i));
        b = b.mul(load(x, i + LANES));
        c = c.mul(load(x, i + 2 * LANES));
        d = d.mul(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  public static void max(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.max(load(x, i));
        b = b.max(load(x, i + LANES));
        c = c.max(load(x, i + 2 * LANES));
        d = d.max(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  public static void min(float[] lanes, float[] x, int at, int n) {
    for (int g = 0; g < WIDTH; g += 4 * LANES) {
      var a = load(lanes, g);
      var b = load(lanes, g + LANES);
      var c = load(lanes, g + 2 * LANES);
      var d = load(lanes, g + 3 * LANES);
      for (int i = at + g; i < at + n; i += WIDTH) {
        a = a.min(load(x, i));
        b = b.min(load(x, i + LANES));
        c = c.min(load(x, i + 2 * LANES));
        d = d.min(load(x, i + 3 * LANES));
      }
      a.intoArray(lanes, g);
      b.intoArray(lanes, g + LANES);
      c.intoArray(lanes, g + 2 * LANES);
      d.intoArray(lanes, g + 3 * LANES);
    }
  }

  /**
   * Reduces four groups of rows at once, each row into accumulators of its own. Rows of a group are
   * {@code stride} apart and groups {@code far} apart, so that memory is read in four places at
   * once.
   */
  public static void addTogether(
      float[] lanes, float[] x, int at, int far, int stride, int rows, int n) {
    for (int row = 0; row < rows; row++) {
      int start = at + row * stride;
      for (int g = 0; g < WIDTH; g += 4 * LANES) {
        var a0 = FloatVector.zero(F32);
        var a1 = FloatVector.zero(F32);
        var a2 = FloatVector.zero(F32);
        var a3 = FloatVector.zero(F32);
        var b0 = FloatVector.zero(F32);
        var b1 = FloatVector.zero(F32);
        var b2 = FloatVector.zero(F32);
        var b3 = FloatVector.zero(F32);
        var c0 = FloatVector.zero(F32);
        var c1 = FloatVector.zero(F32);
        var c2 = FloatVector.zero(F32);
        var c3 = FloatVector.zero(F32);
        var d0 = FloatVector.zero(F32);
        var d1 = FloatVector.zero(F32);
        var d2 = FloatVector.zero(F32);
        var d3 = FloatVector.zero(F32);
        for (int i = start + g; i < start + n; i += WIDTH) {
          int k = i;
          a0 = a0.add(load(x, k));
          a1 = a1.add(load(x, k + LANES));
          a2 = a2.add(load(x, k + 2 * LANES));
          a3 = a3.add(load(x, k + 3 * LANES));
          k += far;
          b0 = b0.add(load(x, k));
          b1 = b1.add(load(x, k + LANES));
          b2 = b2.add(load(x, k + 2 * LANES));
          b3 = b3.add(load(x, k + 3 * LANES));
          k += far;
          c0 = c0.add(load(x, k));
          c1 = c1.add(load(x, k + LANES));
          c2 = c2.add(load(x, k + 2 * LANES));
          c3 = c3.add(load(x, k + 3 * LANES));
          k += far;
          d0 = d0.add(load(x, k));
          d1 = d1.add(load(x, k + LANES));
          d2 = d2.add(load(x, k + 2 * LANES));
          d3 = d3.add(load(x, k + 3 * LANES));
        }
        int to = row * WIDTH + g;
        a0.intoArray(lanes, to);
        a1.intoArray(lanes, to + LANES);
        a2.intoArray(lanes, to + 2 * LANES);
        a3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        b0.intoArray(lanes, to);
        b1.intoArray(lanes, to + LANES);
        b2.intoArray(lanes, to + 2 * LANES);
        b3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        c0.intoArray(lanes, to);
        c1.intoArray(lanes, to + LANES);
        c2.intoArray(lanes, to + 2 * LANES);
        c3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        d0.intoArray(lanes, to);
        d1.intoArray(lanes, to + LANES);
        d2.intoArray(lanes, to + 2 * LANES);
        d3.intoArray(lanes, to + 3 * LANES);
      }
    }
  }

  /** The maximum of four groups of rows, as {@link #addTogether}. */
  public static void maxTogether(
      float[] lanes, float[] x, int at, int far, int stride, int rows, int n) {
    for (int row = 0; row < rows; row++) {
      int start = at + row * stride;
      for (int g = 0; g < WIDTH; g += 4 * LANES) {
        var a0 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var a1 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var a2 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var a3 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var b0 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var b1 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var b2 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var b3 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var c0 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var c1 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var c2 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var c3 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var d0 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var d1 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var d2 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        var d3 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
        for (int i = start + g; i < start + n; i += WIDTH) {
          int k = i;
          a0 = a0.max(load(x, k));
          a1 = a1.max(load(x, k + LANES));
          a2 = a2.max(load(x, k + 2 * LANES));
          a3 = a3.max(load(x, k + 3 * LANES));
          k += far;
          b0 = b0.max(load(x, k));
          b1 = b1.max(load(x, k + LANES));
          b2 = b2.max(load(x, k + 2 * LANES));
          b3 = b3.max(load(x, k + 3 * LANES));
          k += far;
          c0 = c0.max(load(x, k));
          c1 = c1.max(load(x, k + LANES));
          c2 = c2.max(load(x, k + 2 * LANES));
          c3 = c3.max(load(x, k + 3 * LANES));
          k += far;
          d0 = d0.max(load(x, k));
          d1 = d1.max(load(x, k + LANES));
          d2 = d2.max(load(x, k + 2 * LANES));
          d3 = d3.max(load(x, k + 3 * LANES));
        }
        int to = row * WIDTH + g;
        a0.intoArray(lanes, to);
        a1.intoArray(lanes, to + LANES);
        a2.intoArray(lanes, to + 2 * LANES);
        a3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        b0.intoArray(lanes, to);
        b1.intoArray(lanes, to + LANES);
        b2.intoArray(lanes, to + 2 * LANES);
        b3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        c0.intoArray(lanes, to);
        c1.intoArray(lanes, to + LANES);
        c2.intoArray(lanes, to + 2 * LANES);
        c3.intoArray(lanes, to + 3 * LANES);
        to += rows * WIDTH;
        d0.intoArray(lanes, to);
        d1.intoArray(lanes, to + LANES);
        d2.intoArray(lanes, to + 2 * LANES);
        d3.intoArray(lanes, to + 3 * LANES);
      }
    }
  }

  /** Adds the accumulators of each row pairwise: halves onto halves, until one sum is left. */
  public static void closeSums(float[] lanes, float[] results, int runs) {
    for (int at = 0; at < runs * WIDTH; at += WIDTH) {
      for (int g = 0; g < WIDTH / 4; g += LANES) {
        int i = at + g;
        var even = load(lanes, i).add(load(lanes, i + 2 * WIDTH / 4));
        var odd = load(lanes, i + WIDTH / 4).add(load(lanes, i + 3 * WIDTH / 4));
        even.add(odd).intoArray(lanes, i);
      }
    }
    for (int half = WIDTH / 8; half > 0; half /= 2) {
      for (int at = 0; at < runs * WIDTH; at += WIDTH) {
        for (int i = at; i < at + half; i += LANES) {
          load(lanes, i).add(load(lanes, i + half)).intoArray(lanes, i);
        }
      }
    }
    takeFirst(lanes, results, runs);
  }

  /** The maximum over the accumulators of each row. */
  public static void closeMaxima(float[] lanes, float[] results, int runs) {
    for (int at = 0; at < runs * WIDTH; at += WIDTH) {
      for (int g = 0; g < WIDTH / 4; g += LANES) {
        int i = at + g;
        var even = load(lanes, i).max(load(lanes, i + 2 * WIDTH / 4));
        var odd = load(lanes, i + WIDTH / 4).max(load(lanes, i + 3 * WIDTH / 4));
        even.max(odd).intoArray(lanes, i);
      }
    }
    for (int half = WIDTH / 8; half > 0; half /= 2) {
      for (int at = 0; at < runs * WIDTH; at += WIDTH) {
        for (int i = at; i < at + half; i += LANES) {
          load(lanes, i).max(load(lanes, i + half)).intoArray(lanes, i);
        }
      }
    }
    takeFirst(lanes, results, runs);
  }

  private static void takeFirst(float[] lanes, float[] results, int runs) {
    for (int run = 0; run < runs; run++) {
      results[run] = lanes[run * WIDTH];
    }
  }
}

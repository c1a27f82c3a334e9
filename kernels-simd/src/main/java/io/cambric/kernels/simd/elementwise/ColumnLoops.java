package io.cambric.kernels.simd.elementwise;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Column reductions: fold the rows of a matrix into one accumulator per column, in row order. A
 * pass takes four rows, so that each accumulator is loaded and stored once for four of them. The
 * width is a multiple of the lanes.
 */
public final class ColumnLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private ColumnLoops() {}

  private static FloatVector load(float[] x, int i) {
    return FloatVector.fromArray(F32, x, i);
  }

  public static void add(float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    int row = 0;
    for (; row + 4 <= rows; row += 4) {
      int first = at + row * stride;
      int second = first + stride;
      int third = second + stride;
      int fourth = third + stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i)
            .add(load(x, first + i))
            .add(load(x, second + i))
            .add(load(x, third + i))
            .add(load(x, fourth + i))
            .intoArray(sums, to + i);
      }
    }
    for (; row < rows; row++) {
      int only = at + row * stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i).add(load(x, only + i)).intoArray(sums, to + i);
      }
    }
  }

  public static void mul(float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    int row = 0;
    for (; row + 4 <= rows; row += 4) {
      int first = at + row * stride;
      int second = first + stride;
      int third = second + stride;
      int fourth = third + stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i)
            .mul(load(x, first + i))
            .mul(load(x, second + i))
            .mul(load(x, third + i))
            .mul(load(x, fourth + i))
            .intoArray(sums, to + i);
      }
    }
    for (; row < rows; row++) {
      int only = at + row * stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i).mul(load(x, only + i)).intoArray(sums, to + i);
      }
    }
  }

  public static void max(float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    int row = 0;
    for (; row + 4 <= rows; row += 4) {
      int first = at + row * stride;
      int second = first + stride;
      int third = second + stride;
      int fourth = third + stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i)
            .max(load(x, first + i))
            .max(load(x, second + i))
            .max(load(x, third + i))
            .max(load(x, fourth + i))
            .intoArray(sums, to + i);
      }
    }
    for (; row < rows; row++) {
      int only = at + row * stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i).max(load(x, only + i)).intoArray(sums, to + i);
      }
    }
  }

  public static void min(float[] sums, int to, float[] x, int at, int stride, int rows, int n) {
    int row = 0;
    for (; row + 4 <= rows; row += 4) {
      int first = at + row * stride;
      int second = first + stride;
      int third = second + stride;
      int fourth = third + stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i)
            .min(load(x, first + i))
            .min(load(x, second + i))
            .min(load(x, third + i))
            .min(load(x, fourth + i))
            .intoArray(sums, to + i);
      }
    }
    for (; row < rows; row++) {
      int only = at + row * stride;
      for (int i = 0; i < n; i += LANES) {
        load(sums, to + i).min(load(x, only + i)).intoArray(sums, to + i);
      }
    }
  }
}

package io.cambric.kernels.simd.gemm;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The copy loops around the micro-kernels: packing of A and B, and stores of tiles into C. */
public final class PackLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Double> F64 = Species.F64;
  private static final int LANES = Species.LANES;

  private PackLoops() {}

  /**
   * Copies four panels of whole vectors: {@code width} elements from each of {@code n} positions.
   * The panels are {@code step} apart in the source, and are written {@code apart} from each other.
   */
  public static void fours(
      float[] source,
      int[] at,
      int first,
      int offset,
      int step,
      float[] target,
      int to,
      int apart,
      int width,
      int n) {
    for (int j = 0; j < width; j += LANES) {
      int t0 = to + j;
      int t1 = t0 + apart;
      int t2 = t1 + apart;
      int t3 = t2 + apart;
      for (int k = 0; k < n; k++) {
        int s = at[first + k] + offset + j;
        FloatVector.fromArray(F32, source, s).intoArray(target, t0);
        FloatVector.fromArray(F32, source, s + step).intoArray(target, t1);
        FloatVector.fromArray(F32, source, s + 2 * step).intoArray(target, t2);
        FloatVector.fromArray(F32, source, s + 3 * step).intoArray(target, t3);
        t0 += width;
        t1 += width;
        t2 += width;
        t3 += width;
      }
    }
  }

  /**
   * {@link #fours} for adjacent panels of half a vector and at least two positions. A vector holds
   * elements of two panels.
   */
  public static void fourHalves(
      float[] source,
      int[] at,
      int first,
      int offset,
      int step,
      float[] target,
      int to,
      int apart,
      int width,
      int n) {
    for (int next = 0; next < n; next += 2) {
      int k = Math.min(next, n - 2);
      int t = to + k * width;
      int r = at[first + k] + offset;
      int s = at[first + k + 1] + offset;
      var a = FloatVector.fromArray(F32, source, r);
      var b = FloatVector.fromArray(F32, source, r + 2 * step);
      var c = FloatVector.fromArray(F32, source, s);
      var d = FloatVector.fromArray(F32, source, s + 2 * step);
      low(a, c).intoArray(target, t);
      high(a, c).intoArray(target, t + apart);
      low(b, d).intoArray(target, t + 2 * apart);
      high(b, d).intoArray(target, t + 3 * apart);
    }
  }

  private static FloatVector low(FloatVector x, FloatVector y) {
    return x.blend(y.rearrange(Species.BY_8), Species.HIGH);
  }

  private static FloatVector high(FloatVector x, FloatVector y) {
    return x.rearrange(Species.BY_8).blend(y, Species.HIGH);
  }

  /**
   * Copies {@code used} elements from each position to rows of {@code width}, and zero-pads the
   * rows. A width below a vector needs room for a whole vector that begins at the last row.
   */
  public static void part(
      float[] source,
      int[] at,
      int first,
      int offset,
      float[] target,
      int to,
      int width,
      int used,
      int n) {
    for (int j = 0; j < width; j += LANES) {
      int t = to + j;
      if (j + LANES <= used) {
        for (int k = 0; k < n; k++) {
          FloatVector.fromArray(F32, source, at[first + k] + offset + j).intoArray(target, t);
          t += width;
        }
      } else {
        var mask = F32.indexInRange(j, used);
        for (int k = 0; k < n; k++) {
          FloatVector.fromArray(F32, source, at[first + k] + offset + j, mask).intoArray(target, t);
          t += width;
        }
      }
    }
  }

  /** Stores the first {@code used} elements of {@code n} rows of two vectors. */
  public static void storePart(
      float[] tile, float[] out, int[] at, int first, int offset, int used, int n) {
    for (int j = 0; j < used; j += LANES) {
      var mask = F32.indexInRange(j, used);
      for (int i = 0; i < n; i++) {
        FloatVector.fromArray(F32, tile, i * 2 * LANES + j)
            .intoArray(out, at[first + i] + offset + j, mask);
      }
    }
  }

  /**
   * Copies vectors of doubles for each value of k.
   *
   * @param at start of the elements, relative to which the offsets from index {@code first} on
   *     count
   * @param n values of k
   * @param to start of the copies, which are {@code width} apart
   * @param count doubles of a copy, a multiple of the lanes
   */
  public static void copyDoubles(
      double[] source,
      int at,
      int[] offsets,
      int first,
      int n,
      double[] target,
      int to,
      int width,
      int count) {
    for (int k = 0; k < n; k++) {
      int from = at + offsets[first + k];
      int start = to + k * width;
      for (int j = 0; j < count; j += F64.length()) {
        DoubleVector.fromArray(F64, source, from + j).intoArray(target, start + j);
      }
    }
  }
}

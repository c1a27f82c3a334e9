package io.cambric.kernels.simd.gemm;

import static io.cambric.kernels.simd.jit.Species.BY_1;
import static io.cambric.kernels.simd.jit.Species.BY_2;
import static io.cambric.kernels.simd.jit.Species.BY_4;
import static io.cambric.kernels.simd.jit.Species.BY_8;

import io.cambric.kernels.simd.jit.Species;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The copy loops around the micro-kernels: packing of A and B, and stores of tiles into C.
 *
 * <p>Eight rows are transposed by a butterfly: its step {@code d} swaps elements that are {@code d}
 * lanes and {@code d} rows apart.
 */
public final class PackLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final VectorSpecies<Double> F64 = Species.F64;
  private static final int LANES = Species.LANES;

  private static final VectorMask<Float> ODD_1 = odd(1);
  private static final VectorMask<Float> ODD_2 = odd(2);
  private static final VectorMask<Float> ODD_4 = odd(4);
  private static final VectorMask<Float> ODD_8 = Species.HIGH;

  private PackLoops() {}

  private static VectorMask<Float> odd(int distance) {
    boolean[] bits = new boolean[LANES];
    for (int i = 0; i < LANES; i++) {
      bits[i] = (i & distance) != 0;
    }
    return VectorMask.fromArray(F32, bits, 0);
  }

  /**
   * Transposes runs of eight rows by vectors of sixteen elements: writes each run as {@code length}
   * rows of eight.
   *
   * @param at positions of the rows, from index {@code row} on
   * @param runOffsets positions of the runs in a row, from index {@code first} on, to which {@code
   *     offset} is added
   * @param to start of the rows of the first run; each later run begins {@code apart} elements
   *     further
   * @param length elements of a run, a multiple of the lanes
   */
  public static void transpose(
      float[] source,
      int[] at,
      int row,
      int[] runOffsets,
      int first,
      int end,
      int offset,
      float[] target,
      int to,
      int apart,
      int length) {
    int start = to;
    for (int run = first; run < end; run++) {
      int from = offset + runOffsets[run];
      int r0 = at[row] + from;
      int r1 = at[row + 1] + from;
      int r2 = at[row + 2] + from;
      int r3 = at[row + 3] + from;
      int r4 = at[row + 4] + from;
      int r5 = at[row + 5] + from;
      int r6 = at[row + 6] + from;
      int r7 = at[row + 7] + from;
      for (int k = 0; k < length; k += LANES) {
        int t = start + k * 8;
        var a0 = FloatVector.fromArray(F32, source, r0 + k);
        var a1 = FloatVector.fromArray(F32, source, r1 + k);
        var b0 = even(a0, a1, BY_1, ODD_1);
        var b1 = odd(a0, a1, BY_1, ODD_1);
        var a2 = FloatVector.fromArray(F32, source, r2 + k);
        var a3 = FloatVector.fromArray(F32, source, r3 + k);
        var b2 = even(a2, a3, BY_1, ODD_1);
        var b3 = odd(a2, a3, BY_1, ODD_1);
        var c0 = even(b0, b2, BY_2, ODD_2);
        var c1 = even(b1, b3, BY_2, ODD_2);
        var c2 = odd(b0, b2, BY_2, ODD_2);
        var c3 = odd(b1, b3, BY_2, ODD_2);
        var a4 = FloatVector.fromArray(F32, source, r4 + k);
        var a5 = FloatVector.fromArray(F32, source, r5 + k);
        var b4 = even(a4, a5, BY_1, ODD_1);
        var b5 = odd(a4, a5, BY_1, ODD_1);
        var a6 = FloatVector.fromArray(F32, source, r6 + k);
        var a7 = FloatVector.fromArray(F32, source, r7 + k);
        var b6 = even(a6, a7, BY_1, ODD_1);
        var b7 = odd(a6, a7, BY_1, ODD_1);
        var c4 = even(b4, b6, BY_2, ODD_2);
        var c5 = even(b5, b7, BY_2, ODD_2);
        var c6 = odd(b4, b6, BY_2, ODD_2);
        var c7 = odd(b5, b7, BY_2, ODD_2);
        var d0 = even(c0, c4, BY_4, ODD_4);
        var d1 = even(c1, c5, BY_4, ODD_4);
        var d2 = even(c2, c6, BY_4, ODD_4);
        var d3 = even(c3, c7, BY_4, ODD_4);
        var d4 = odd(c0, c4, BY_4, ODD_4);
        var d5 = odd(c1, c5, BY_4, ODD_4);
        var d6 = odd(c2, c6, BY_4, ODD_4);
        var d7 = odd(c3, c7, BY_4, ODD_4);
        even(d0, d1, BY_8, ODD_8).intoArray(target, t);
        even(d2, d3, BY_8, ODD_8).intoArray(target, t + 16);
        even(d4, d5, BY_8, ODD_8).intoArray(target, t + 32);
        even(d6, d7, BY_8, ODD_8).intoArray(target, t + 48);
        odd(d0, d1, BY_8, ODD_8).intoArray(target, t + 64);
        odd(d2, d3, BY_8, ODD_8).intoArray(target, t + 80);
        odd(d4, d5, BY_8, ODD_8).intoArray(target, t + 96);
        odd(d6, d7, BY_8, ODD_8).intoArray(target, t + 112);
      }
      start += apart;
    }
  }

  private static FloatVector even(
      FloatVector x, FloatVector y, VectorShuffle<Float> by, VectorMask<Float> odd) {
    return x.blend(y.rearrange(by), odd);
  }

  private static FloatVector odd(
      FloatVector x, FloatVector y, VectorShuffle<Float> by, VectorMask<Float> odd) {
    return x.rearrange(by).blend(y, odd);
  }

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
   * {@link #fours} for panels of half a vector, two or more positions and adjacent panels. A vector
   * holds elements of two panels.
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
      even(a, c, BY_8, ODD_8).intoArray(target, t);
      odd(a, c, BY_8, ODD_8).intoArray(target, t + apart);
      even(b, d, BY_8, ODD_8).intoArray(target, t + 2 * apart);
      odd(b, d, BY_8, ODD_8).intoArray(target, t + 3 * apart);
    }
  }

  /**
   * Copies {@code used} elements from each position to rows of {@code width}, and zero-pads the
   * rows. A width below a vector needs room for a whole vector from the last row on.
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
   * Copies vectors of doubles for each of some values of k.
   *
   * @param at start of the elements, to which the offsets are added, those from index {@code first}
   *     on
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

package io.cambric.kernels.simd.attention;

import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.math.VectorExp;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over tiles of attention scores, with one row per key and one column per query; called
 * through {@link ScoreCode}. Widths are multiples of two vectors.
 *
 * <p>Values of a query, such as its maximum, are one lane each, so that nothing is reduced across
 * lanes.
 */
public final class ScoreLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  private ScoreLoops() {}

  /** {@code max[i] = max(max[i], scores of column i)}. */
  public static void max(float[] scores, float[] max, int rows, int width) {
    for (int c = 0; c < width; c += 2 * LANES) {
      var a = FloatVector.fromArray(F32, max, c);
      var b = FloatVector.fromArray(F32, max, c + LANES);
      for (int j = 0, at = c; j < rows; j++, at += width) {
        a = a.max(FloatVector.fromArray(F32, scores, at));
        b = b.max(FloatVector.fromArray(F32, scores, at + LANES));
      }
      a.intoArray(max, c);
      b.intoArray(max, c + LANES);
    }
  }

  /** {@code scores = exp(scores - shift)}, {@code sums = factors * sums + their sums}. */
  public static void exp(
      float[] scores, float[] shift, float[] factors, float[] sums, int rows, int width) {
    for (int c = 0; c < width; c += LANES) {
      var s = FloatVector.fromArray(F32, shift, c);
      var sum = FloatVector.fromArray(F32, sums, c).mul(FloatVector.fromArray(F32, factors, c));
      for (int j = 0, at = c; j < rows; j++, at += width) {
        var p = VectorExp.expOfNegative(FloatVector.fromArray(F32, scores, at).sub(s));
        p.intoArray(scores, at);
        sum = sum.add(p);
      }
      sum.intoArray(sums, c);
    }
  }

  /** {@code out[i] = factors[i] * out[i] + x[i]} for rows of {@code out} from {@code at} on. */
  public static void add(float[] out, int at, float[] factors, float[] x, int rows, int width) {
    for (int i = 0; i < rows; i++) {
      var factor = FloatVector.broadcast(F32, factors[i]);
      int row = i * width;
      for (int c = row; c < row + width; c += LANES) {
        FloatVector.fromArray(F32, out, at + c)
            .fma(factor, FloatVector.fromArray(F32, x, c))
            .intoArray(out, at + c);
      }
    }
  }

  /**
   * {@code scores = exp(scores - shift) * weight} and {@code slopes = scores * (slopes * live -
   * sums)}. The values of queries begin at {@code at}.
   */
  public static void weigh(
      float[] scores,
      float[] slopes,
      float[] shift,
      float[] weight,
      float[] live,
      float[] sums,
      int at,
      int rows,
      int width) {
    for (int c = 0; c < width; c += LANES) {
      var s = FloatVector.fromArray(F32, shift, at + c);
      var w = FloatVector.fromArray(F32, weight, at + c);
      var l = FloatVector.fromArray(F32, live, at + c);
      var d = FloatVector.fromArray(F32, sums, at + c).neg();
      for (int j = 0, i = c; j < rows; j++, i += width) {
        var p = VectorExp.expOfNegative(FloatVector.fromArray(F32, scores, i).sub(s)).mul(w);
        p.intoArray(scores, i);
        FloatVector.fromArray(F32, slopes, i).fma(l, d).mul(p).intoArray(slopes, i);
      }
    }
  }
}

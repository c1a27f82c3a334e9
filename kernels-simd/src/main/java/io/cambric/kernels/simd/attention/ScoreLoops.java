package io.cambric.kernels.simd.attention;

import static io.cambric.kernel.scalar.Coefficients.*;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import io.cambric.kernel.scalar.ScalarMath;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over tiles of attention scores, with one row per key and one column per query. Each vector
 * loop has a plain twin with the same bits, used until the loop is compiled. Widths are multiples
 * of two vectors.
 *
 * <p>A value of a query, such as its maximum, takes one lane, so no reduction crosses lanes.
 */
public final class ScoreLoops {

  private static final VectorSpecies<Float> F32 = Species.F32;
  private static final int LANES = Species.LANES;

  /** Rows and columns of a sample. */
  private static final int ROWS = 6;

  private static final int WIDTH = WarmUp.LOOPS / ROWS * LANES;

  private static final BlockLoops MAX = loop("maxVectors", tile(), row(), ROWS, WIDTH);

  private static final BlockLoops EXP =
      loop("expVectors", tile(), row(), row(), row(), ROWS, WIDTH);

  private static final BlockLoops ADD = loop("addVectors", tile(), 0, row(), tile(), ROWS, WIDTH);

  private static final BlockLoops WEIGH =
      loop("weighVectors", tile(), tile(), row(), row(), row(), row(), 0, ROWS, WIDTH);

  private ScoreLoops() {}

  private static BlockLoops loop(String name, Object... sample) {
    return new BlockLoops(ScoreLoops.class, name, sample);
  }

  private static float[] tile() {
    return new float[ROWS * WIDTH];
  }

  private static float[] row() {
    return new float[WIDTH];
  }

  /** {@code max[i] = max(max[i], scores of column i)}. */
  static void max(float[] scores, float[] max, int rows, int width) {
    if (MAX.run((long) rows * width, scores, max, rows, width)) {
      return;
    }
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < width; i++) {
        max[i] = Math.max(max[i], scores[j * width + i]);
      }
    }
  }

  /** The vector loop of {@link #max}. */
  public static void maxVectors(float[] scores, float[] max, int rows, int width) {
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
  static void exp(
      float[] scores, float[] shift, float[] factors, float[] sums, int rows, int width) {
    if (EXP.run((long) rows * width, scores, shift, factors, sums, rows, width)) {
      return;
    }
    for (int i = 0; i < width; i++) {
      sums[i] *= factors[i];
    }
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < width; i++) {
        float p = ScalarMath.exp(scores[j * width + i] - shift[i]);
        scores[j * width + i] = p;
        sums[i] += p;
      }
    }
  }

  /** The vector loop of {@link #exp}. */
  public static void expVectors(
      float[] scores, float[] shift, float[] factors, float[] sums, int rows, int width) {
    for (int c = 0; c < width; c += LANES) {
      var s = FloatVector.fromArray(F32, shift, c);
      var sum = FloatVector.fromArray(F32, sums, c).mul(FloatVector.fromArray(F32, factors, c));
      for (int j = 0, at = c; j < rows; j++, at += width) {
        var p = expOfNegative(FloatVector.fromArray(F32, scores, at).sub(s));
        p.intoArray(scores, at);
        sum = sum.add(p);
      }
      sum.intoArray(sums, c);
    }
  }

  /**
   * {@code out[i] = factors[i] * out[i] + x[i]} for the rows of {@code out} that begin at {@code
   * at}.
   */
  static void add(float[] out, int at, float[] factors, float[] x, int rows, int width) {
    if (ADD.run((long) rows * width, out, at, factors, x, rows, width)) {
      return;
    }
    for (int i = 0; i < rows; i++) {
      for (int c = i * width; c < (i + 1) * width; c++) {
        out[at + c] = Math.fma(out[at + c], factors[i], x[c]);
      }
    }
  }

  /** The vector loop of {@link #add}. */
  public static void addVectors(
      float[] out, int at, float[] factors, float[] x, int rows, int width) {
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
  static void weigh(
      float[] scores,
      float[] slopes,
      float[] shift,
      float[] weight,
      float[] live,
      float[] sums,
      int at,
      int rows,
      int width) {
    if (WEIGH.run(
        (long) rows * width, scores, slopes, shift, weight, live, sums, at, rows, width)) {
      return;
    }
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < width; i++) {
        int k = j * width + i;
        float p = ScalarMath.exp(scores[k] - shift[at + i]) * weight[at + i];
        scores[k] = p;
        slopes[k] = Math.fma(slopes[k], live[at + i], -sums[at + i]) * p;
      }
    }
  }

  /** The vector loop of {@link #weigh}. */
  public static void weighVectors(
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
        var p = expOfNegative(FloatVector.fromArray(F32, scores, i).sub(s)).mul(w);
        p.intoArray(scores, i);
        FloatVector.fromArray(F32, slopes, i).fma(l, d).mul(p).intoArray(slopes, i);
      }
    }
  }

  private static FloatVector of(float value) {
    return FloatVector.broadcast(F32, value);
  }

  /** {@link ScalarMath#expOfNegative} of a vector. */
  private static FloatVector expOfNegative(FloatVector x) {
    var z = x.fma(of(LOG2_E), of(ROUND));
    var n = z.sub(ROUND);
    var r = n.fma(of(-LN2_LOW), n.fma(of(-LN2_HIGH), x));
    var tail = of(E5).fma(r, of(E4)).fma(r, of(E3)).fma(r, of(E2)).fma(r, of(E1)).fma(r, of(E0));
    var p = r.mul(r).fma(tail, r).add(1f);
    var power = z.viewAsIntegralLanes().lanewise(LSHL, 23).add((127 + 64) << 23);
    return p.mul(power.viewAsFloatingLanes()).mul(0x1p-64f).blend(0f, x.compare(LT, EXP_MIN));
  }
}

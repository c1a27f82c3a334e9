package io.cambric.kernels.simd;

/**
 * The loops of {@link ScoreLoops}, each with a plain twin of the same bits until it is compiled.
 */
final class ScoreCode {

  private static final int ROWS = 6;
  private static final int WIDTH = WarmUp.LOOPS / ROWS * Species.LANES;

  private static final BlockLoops MAX =
      loop("max", new float[ROWS * WIDTH], new float[WIDTH], ROWS, WIDTH);

  private static final BlockLoops EXP =
      loop(
          "exp",
          new float[ROWS * WIDTH],
          new float[WIDTH],
          new float[WIDTH],
          new float[WIDTH],
          ROWS,
          WIDTH);

  private static final BlockLoops ADD =
      loop(
          "add", new float[ROWS * WIDTH], 0, new float[ROWS], new float[ROWS * WIDTH], ROWS, WIDTH);

  private static final BlockLoops WEIGH =
      loop(
          "weigh",
          new float[ROWS * WIDTH],
          new float[ROWS * WIDTH],
          new float[WIDTH],
          new float[WIDTH],
          new float[WIDTH],
          new float[WIDTH],
          0,
          ROWS,
          WIDTH);

  private ScoreCode() {}

  private static BlockLoops loop(String name, Object... sample) {
    return new BlockLoops(ScoreLoops.class, name, sample);
  }

  static void max(float[] scores, float[] max, int rows, int width) {
    if (MAX.isHot((long) rows * width)) {
      try {
        MAX.handle().invokeExact(scores, max, rows, width);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < width; i++) {
        max[i] = Math.max(max[i], scores[j * width + i]);
      }
    }
  }

  static void exp(
      float[] scores, float[] shift, float[] factors, float[] sums, int rows, int width) {
    if (EXP.isHot((long) rows * width)) {
      try {
        EXP.handle().invokeExact(scores, shift, factors, sums, rows, width);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
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

  static void add(float[] out, int at, float[] factors, float[] x, int rows, int width) {
    if (ADD.isHot((long) rows * width)) {
      try {
        ADD.handle().invokeExact(out, at, factors, x, rows, width);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      for (int c = i * width; c < (i + 1) * width; c++) {
        out[at + c] = Math.fma(out[at + c], factors[i], x[c]);
      }
    }
  }

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
    if (WEIGH.isHot((long) rows * width)) {
      try {
        WEIGH.handle().invokeExact(scores, slopes, shift, weight, live, sums, at, rows, width);
      } catch (Throwable e) {
        throw VectorLoop.unchecked(e);
      }
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
}

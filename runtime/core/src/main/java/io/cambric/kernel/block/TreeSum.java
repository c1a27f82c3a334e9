package io.cambric.kernel.block;

/**
 * Reductions of one row of floats by the trees of {@link LaneFold}, with the same bits. Generated
 * code calls them.
 */
public final class TreeSum {

  private TreeSum() {}

  /** {@return the sum of {@code n} elements, at least one} */
  public static float sum(float[] x, int at, int n) {
    if (LaneFold.isShort(Lane.FLOAT, n)) {
      return ShortFold.sum(x, at, n);
    }
    int width = LaneFold.width(Lane.FLOAT, n);
    float[] sums = new float[width];
    int whole = n - n % width;
    for (int i = 0; i < whole; i += width) {
      for (int k = 0; k < width; k++) {
        sums[k] += x[at + i + k];
      }
    }
    for (int i = whole; i < n; i++) {
      sums[width - n + i] += x[at + i];
    }
    for (int half = width / 2; half > 0; half /= 2) {
      for (int k = 0; k < half; k++) {
        sums[k] += sums[half + k];
      }
    }
    return sums[0];
  }

  /** {@return the largest of {@code n} elements, or NaN if one is NaN} */
  public static float max(float[] x, int at, int n) {
    return ShortFold.max(x, at, n);
  }

  /** {@return the smallest of {@code n} elements, or NaN if one is NaN} */
  public static float min(float[] x, int at, int n) {
    float min = Float.POSITIVE_INFINITY;
    for (int i = at; i < at + n; i++) {
      min = Math.min(min, x[i]);
    }
    return min;
  }
}

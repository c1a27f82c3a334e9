package io.cambric.lax.linalg;

import io.cambric.array.DType;
import org.jspecify.annotations.Nullable;

/**
 * A finite matrix, divided by a power of two so that its largest element is near 1. Squares and
 * products then do not overflow, and underflow is harmless.
 *
 * @param matrix a dense copy
 * @param scale the divisor
 */
record Scaled(MatrixBlock matrix, double scale) {

  /** {@return the scaled matrix; null if it is not finite} */
  static @Nullable Scaled of(MatrixBlock matrix) {
    var copy = MatrixBlock.allocate(matrix.dtype(), matrix.rows(), matrix.columns());
    copy.copyFrom(matrix);
    return scaled(copy);
  }

  /**
   * {@return the scaled symmetric matrix with the lower triangle of a matrix; null if the triangle
   * is not finite}
   */
  static @Nullable Scaled ofLower(MatrixBlock matrix) {
    int n = matrix.rows();
    var copy = MatrixBlock.allocate(matrix.dtype(), n, n);
    copy.copyFrom(matrix);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        copy.set(i, j, copy.get(j, i));
      }
    }
    return scaled(copy);
  }

  private static @Nullable Scaled scaled(MatrixBlock copy) {
    boolean single = copy.dtype() == DType.F32;
    double largest = single ? largest(copy.buffer().floats()) : largest(copy.buffer().doubles());
    if (!Double.isFinite(largest)) {
      return null;
    }
    int least = single ? Float.MIN_EXPONENT : Double.MIN_EXPONENT;
    int exponent = largest == 0 ? 0 : Math.max(least, Math.getExponent(largest));
    if (exponent != 0 && single) {
      multiply(copy.buffer().floats(), Math.scalb(1f, -exponent));
    } else if (exponent != 0) {
      multiply(copy.buffer().doubles(), Math.scalb(1.0, -exponent));
    }
    return new Scaled(copy, Math.scalb(1.0, exponent));
  }

  private static float largest(float[] x) {
    float largest = 0;
    for (float value : x) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  private static double largest(double[] x) {
    double largest = 0;
    for (double value : x) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  private static void multiply(float[] x, float factor) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= factor;
    }
  }

  private static void multiply(double[] x, double factor) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= factor;
    }
  }
}

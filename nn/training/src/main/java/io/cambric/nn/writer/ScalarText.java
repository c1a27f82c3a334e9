package io.cambric.nn.writer;

import java.util.Locale;

/**
 * Texts of metric numbers in console lines. The digits after the point are fixed, so that
 * consecutive lines align.
 */
final class ScalarText {

  private static final double LEAST_FIXED = 1e-3;
  private static final double FIXED_BOUND = 1e5;

  private ScalarText() {}

  /** {@return a number with four digits after the point, with an exponent if it needs one} */
  static String of(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    double size = Math.abs(value);
    boolean isFixed = size == 0 || (size >= LEAST_FIXED && size < FIXED_BOUND);
    return String.format(Locale.ROOT, isFixed ? "%.4f" : "%.4e", value);
  }
}

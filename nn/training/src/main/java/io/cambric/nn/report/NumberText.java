package io.cambric.nn.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Texts of metric numbers next to charts and in tables: significant digits, as short as possible.
 */
final class NumberText {

  private static final int RANGE_DIGITS = 3;

  /** Smaller numbers have few digits before the point. */
  private static final double MAX_SHORT = 1e5;

  private static final MathContext DIGITS = new MathContext(5);
  private static final MathContext BRIEF = new MathContext(RANGE_DIGITS);
  private static final int MAX_ZEROS = 5;

  /** Whole numbers up to this size are exact. */
  private static final double EXACT = 1L << 53;

  private NumberText() {}

  /** {@return a whole number with all of its digits, any other number with five digits} */
  static String place(double value) {
    return isWhole(value) && Math.abs(value) <= EXACT ? Long.toString((long) value) : of(value);
  }

  /** {@return whether a number is whole, such as a step} */
  static boolean isWhole(double value) {
    return value == Math.rint(value);
  }

  /** {@return a number with five digits, without trailing zeros} */
  static String of(double value) {
    return of(value, DIGITS);
  }

  /**
   * {@return a number with the digits that matter in a range, or with three if these are many}
   *
   * @param range from the lowest to the highest number, above 0
   */
  static String within(double range, double value) {
    int decimals = RANGE_DIGITS - 1 - (int) Math.floor(Math.log10(range));
    if (Math.abs(value) < MAX_SHORT && decimals <= MAX_ZEROS) {
      return new BigDecimal(value)
          .setScale(Math.max(0, decimals), RoundingMode.HALF_EVEN)
          .stripTrailingZeros()
          .toPlainString();
    }
    return of(value, BRIEF);
  }

  private static String of(double value, MathContext digits) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (value == 0) {
      return "0";
    }
    var number = new BigDecimal(value).round(digits).stripTrailingZeros();
    int zeros = number.scale() - number.precision();
    boolean isPlain = zeros <= MAX_ZEROS && number.scale() >= -MAX_ZEROS;
    return isPlain
        ? number.toPlainString()
        : number.toString().replace("E+", "e").replace('E', 'e');
  }
}

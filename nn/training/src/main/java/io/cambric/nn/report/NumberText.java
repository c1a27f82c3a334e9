package io.cambric.nn.report;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers of metrics next to charts and in tables: significant digits, in as little room as they
 * need.
 */
final class NumberText {

  private static final MathContext DIGITS = new MathContext(5);
  private static final int MAX_ZEROS = 5;

  private NumberText() {}

  /** {@return a number with five digits, without zeros at its end} */
  static String of(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (value == 0) {
      return "0";
    }
    var number = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    int zeros = number.scale() - number.precision();
    boolean isPlain = zeros <= MAX_ZEROS && number.scale() >= -MAX_ZEROS;
    return isPlain
        ? number.toPlainString()
        : number.toString().replace("E+", "e").replace('E', 'e');
  }
}

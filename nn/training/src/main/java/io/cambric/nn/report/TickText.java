package io.cambric.nn.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Short labels of ticks at round numbers. */
final class TickText {

  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1e3;
  private static final double LEAST_THOUSANDS = 1e4;
  private static final double BILLION = 1e9;
  private static final double LEAST_PLAIN = 1e-3;

  /** Digits that suffice to distinguish neighbouring ticks. */
  private static final MathContext DIGITS = new MathContext(9);

  private TickText() {}

  static String of(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size < LEAST_PLAIN || size >= BILLION) {
      return exponent(value);
    }
    if (size >= MILLION) {
      return plain(value / MILLION) + "M";
    }
    return size >= LEAST_THOUSANDS ? plain(value / THOUSAND) + "k" : plain(value);
  }

  private static String plain(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String exponent(double value) {
    var text = String.format(Locale.ROOT, "%.6e", value);
    int e = text.indexOf('e');
    return plain(Double.parseDouble(text.substring(0, e)))
        + "e"
        + Integer.parseInt(text.substring(e + 1));
  }
}

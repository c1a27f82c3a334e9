package io.cambric.data.record;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Numbers in the bytes of a line; mutable, so that a parse costs no object.
 *
 * <p>A number is decimal, with a point and an exponent or without, between spaces or not. It is
 * rounded to the nearest double.
 */
public final class Decimal {

  /** The powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** The number of decimal digits that a long always holds. */
  private static final int MAX_DIGITS = 18;

  private static final long MAX_EXACT = 1L << 53;
  private static final int MAX_EXPONENT = 100_000;

  private double value;
  private boolean named;
  private long integer;

  /** {@return the number of the last {@link #isNumber}} */
  public double value() {
    return value;
  }

  /**
   * {@return whether the last number has digits, but rounds to an infinite one}
   *
   * @param single whether a float has to hold it, or else a double
   */
  public boolean isTooLarge(boolean single) {
    return !named && Double.isInfinite(single ? (float) value : value);
  }

  /** {@return the number of the last {@link #isInteger}} */
  public long integer() {
    return integer;
  }

  /** {@return whether the bytes are a number, which is kept} */
  public boolean isNumber(byte[] bytes, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isSpace(bytes[from])) {
      from++;
    }
    while (from < to && isSpace(bytes[to - 1])) {
      to--;
    }
    int i = from;
    boolean negative = i < to && bytes[i] == '-';
    if (negative || (i < to && bytes[i] == '+')) {
      i++;
    }
    long mantissa = 0;
    int digits = 0;
    int scale = 0;
    boolean point = false;
    boolean any = false;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        any = true;
        // Leading zeros do not count.
        digits += mantissa != 0 || digit != 0 ? 1 : 0;
        if (digits <= MAX_DIGITS) {
          mantissa = mantissa * 10 + digit;
        }
        scale += point ? 1 : 0;
      } else if (bytes[i] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    named = !any;
    if (!any) {
      return isName(bytes, i, to, negative);
    }
    int exponent = 0;
    if (i < to) {
      exponent = exponent(bytes, i, to);
      if (exponent > MAX_EXPONENT) {
        return false;
      }
    }
    int power = exponent - scale;
    if (digits <= MAX_DIGITS && mantissa <= MAX_EXACT && power >= -22 && power <= 22) {
      // Exact operands, so one rounding (Clinger, "How to read floating point numbers accurately").
      double magnitude = power < 0 ? mantissa / TENS[-power] : mantissa * TENS[power];
      value = negative ? -magnitude : magnitude;
    } else {
      value = Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    }
    return true;
  }

  /** {@return the exponent; above the largest one if it is malformed} */
  private static int exponent(byte[] bytes, int start, int to) {
    int i = start + 1;
    if ((bytes[start] | 0x20) != 'e' || i == to) {
      return Integer.MAX_VALUE;
    }
    boolean negative = bytes[i] == '-';
    if (negative || bytes[i] == '+') {
      i++;
    }
    if (i == to) {
      return Integer.MAX_VALUE;
    }
    int exponent = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MAX_VALUE;
      }
      exponent = Math.min(exponent * 10 + digit, MAX_EXPONENT);
    }
    return negative ? -exponent : exponent;
  }

  private boolean isName(byte[] bytes, int from, int to, boolean negative) {
    if (to - from < 3 || to - from > 8) {
      return false;
    }
    switch (new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT)) {
      case "nan" -> value = Double.NaN;
      case "inf", "infinity" ->
          value = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }

  /** {@return whether the bytes are an integer of 64 bits, which is kept} */
  public boolean isInteger(byte[] bytes, int start, int end) {
    int i = start;
    int to = end;
    while (i < to && isSpace(bytes[i])) {
      i++;
    }
    while (i < to && isSpace(bytes[to - 1])) {
      to--;
    }
    boolean negative = i < to && bytes[i] == '-';
    if (negative || (i < to && bytes[i] == '+')) {
      i++;
    }
    if (i == to) {
      return false;
    }
    // Negative numbers have the larger range.
    long number = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || number < (Long.MIN_VALUE + digit) / 10) {
        return false;
      }
      number = number * 10 - digit;
    }
    integer = negative ? number : -number;
    return negative || number != Long.MIN_VALUE;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t';
  }
}

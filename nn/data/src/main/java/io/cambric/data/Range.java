package io.cambric.data;

import io.cambric.data.record.Decimal;
import io.cambric.errors.DataException;

/**
 * The numbers from one to another, both included, but not NaN.
 *
 * @param lowest at most the highest
 */
record Range(double lowest, double highest) {

  /** Smaller whole numbers are written by their digits. */
  private static final double MAX_WRITTEN_OUT = 1e15;

  /** The first number above all longs. */
  private static final double ABOVE_LONGS = 0x1p63;

  Range {
    if (!(lowest <= highest)) {
      throw new DataException(
          "A range needs a lower bound that is at most its upper bound, but got %s and %s. Swap or correct them."
              .formatted(text(lowest), text(highest)));
    }
  }

  /** {@return whether the range contains a number} */
  boolean contains(double number) {
    return lowest <= number && number <= highest;
  }

  /** {@return whether the range contains an integer, without rounding} */
  boolean contains(long integer) {
    return compare(integer, lowest) >= 0 && compare(integer, highest) <= 0;
  }

  /** {@return whether the bytes are a number in the range} */
  boolean contains(Decimal decimal, byte[] bytes, int from, int to) {
    return decimal.isInteger(bytes, from, to)
        ? contains(decimal.integer())
        : decimal.isNumber(bytes, from, to) && contains(decimal.value());
  }

  /** {@return the requirement on a field, for messages, such as "a number from 0 to 1"} */
  String needed(String kind) {
    return "%s from %s to %s".formatted(kind, text(lowest), text(highest));
  }

  private static int compare(long integer, double bound) {
    int rounded = Double.compare(integer, bound);
    if (rounded != 0 || bound == ABOVE_LONGS) {
      return rounded == 0 ? -1 : rounded;
    }
    return Long.compare(integer, (long) bound);
  }

  private static String text(double number) {
    return number == Math.rint(number) && Math.abs(number) < MAX_WRITTEN_OUT
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}

package io.cambric.processor.body.shape;

/** Names of sizes that the source does not name. Mutable: each name is given once. */
final class Symbols {

  private static final char MARK = '?';

  private int count;

  /** {@return a name for the sizes of an array} */
  String fresh() {
    count++;
    return MARK + Integer.toString(count);
  }

  /** {@return the size of an unknown array at a position from the end} */
  static Polynomial size(String array, int fromEnd) {
    return Polynomial.symbol(array + "." + fromEnd);
  }

  /** {@return the size of an unknown array at a position from the front} */
  static Polynomial front(String array, int index) {
    return Polynomial.symbol(array + "^" + index);
  }

  static boolean isFresh(String symbol) {
    return symbol.charAt(0) == MARK;
  }
}

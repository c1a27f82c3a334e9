package io.cambric.processor.dims;

/** Names of sizes that the source does not name. Mutable: each name is given once. */
public final class SizeNames {

  private static final char MARK = '?';

  private int count;

  /** Names from the first on. */
  public SizeNames() {}

  /** {@return a name for the sizes of an array} */
  public String fresh() {
    count++;
    return MARK + Integer.toString(count);
  }

  /** {@return the size of an unknown array at a position from the end} */
  public static Polynomial size(String array, int fromEnd) {
    return Polynomial.symbol(array + "." + fromEnd);
  }

  /** {@return the size of an unknown array at a position from the front} */
  public static Polynomial front(String array, int index) {
    return Polynomial.symbol(array + "^" + index);
  }

  /** {@return whether a symbol has no name in the source} */
  public static boolean isFresh(String symbol) {
    return symbol.charAt(0) == MARK;
  }
}

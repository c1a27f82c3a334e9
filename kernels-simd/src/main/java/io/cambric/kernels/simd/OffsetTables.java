package io.cambric.kernels.simd;

/**
 * Tables of positions that lie a step apart, which equal products share. Nobody writes into them.
 */
final class OffsetTables {

  /** A place for each of the tables that a program needs again and again. */
  private static final int CACHED = 512;

  /** Longer tables are made anew: beside their products they take no time. */
  private static final int LONGEST_KEPT = 1 << 12;

  private static final int MIX = 0x9E3779B1;

  private static final Entry[] RECENT = new Entry[CACHED];

  private OffsetTables() {}

  private record Entry(int count, int step, int[] at) {}

  /** {@return the first {@code count} multiples of {@code step}} */
  static int[] of(int count, int step) {
    return upTo(count, step, count);
  }

  /**
   * {@return the first {@code count} multiples of {@code step}, the last one repeated to a whole
   * number of units}
   */
  static int[] padded(int count, int step, int unit) {
    return upTo(count, step, (count + unit - 1) / unit * unit);
  }

  /** {@return the first {@code count} multiples of {@code step}, the last one repeated} */
  static int[] upTo(int count, int step, int length) {
    if (length > LONGEST_KEPT) {
      return table(count, step, length);
    }
    int slot = slot(count, step, length);
    // A race loses an entry at worst: entries are immutable.
    var known = RECENT[slot];
    if (known == null || known.count != count || known.step != step || known.at.length != length) {
      known = new Entry(count, step, table(count, step, length));
      RECENT[slot] = known;
    }
    return known.at;
  }

  /**
   * {@return the place for a table: counts and steps are often powers of two, so bits are mixed}
   */
  private static int slot(int count, int step, int length) {
    int mixed = ((count * MIX + step) * MIX + length) * MIX;
    return (mixed ^ mixed >>> 16) & (CACHED - 1);
  }

  private static int[] table(int count, int step, int length) {
    int[] at = new int[length];
    for (int i = 0; i < length; i++) {
      at[i] = Math.min(i, count - 1) * step;
    }
    return at;
  }
}

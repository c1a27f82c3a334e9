package io.cambric.kernel.block;

/**
 * A cache of offset tables with a constant step, shared by equal products. The tables are never
 * changed.
 */
public final class OffsetTables {

  /** The number of cached tables; a program uses the same tables again and again. */
  private static final int CACHED = 512;

  /** The longest cached table; filling a longer one takes little time compared with its product. */
  private static final int LONGEST_KEPT = 1 << 12;

  private static final int MIX = 0x9E3779B1;

  private static final Entry[] RECENT = new Entry[CACHED];

  private OffsetTables() {}

  private record Entry(int count, int step, int[] at) {}

  /** {@return the first {@code count} multiples of {@code step}} */
  public static int[] of(int count, int step) {
    return upTo(count, step, count);
  }

  /**
   * {@return the first {@code count} multiples of {@code step}, padded with the last one to a
   * multiple of {@code unit}}
   */
  public static int[] padded(int count, int step, int unit) {
    return upTo(count, step, whole(count, unit));
  }

  /** {@return the smallest multiple of {@code unit} that is at least {@code n}} */
  public static int whole(int n, int unit) {
    return (n + unit - 1) / unit * unit;
  }

  /**
   * {@return the first {@code count} multiples of {@code step}, padded with the last one to {@code
   * length}}
   */
  public static int[] upTo(int count, int step, int length) {
    if (length > LONGEST_KEPT) {
      return table(count, step, length);
    }
    int slot = slot(count, step, length);
    // A race loses an entry at worst, because entries are immutable.
    var known = RECENT[slot];
    if (known == null || known.count != count || known.step != step || known.at.length != length) {
      known = new Entry(count, step, table(count, step, length));
      RECENT[slot] = known;
    }
    return known.at;
  }

  /**
   * {@return the slot of a table} Counts and steps are often powers of two, so their bits are
   * mixed.
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

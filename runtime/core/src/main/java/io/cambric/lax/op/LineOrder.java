package io.cambric.lax.op;

import io.cambric.array.Buffer;

/**
 * The order of the elements of a line, stable. Keys are sorted together with their positions, which
 * take the low bits: all bits of a key of 32, and the high bits of a longer one. Where those tie,
 * the whole keys decide. Mutable: a line reuses the arrays of the one before.
 */
final class LineOrder {

  private final int length;

  /** Bits that reverse the order of keys, so that the largest come first. */
  private final long flip;

  /** How many low bits of a key of 64 positions take. */
  private final int low;

  private final RadixSort radix = new RadixSort();
  private final long[] packed;
  private final int[] order;

  /** Keys of one line; each has one of these. */
  private int[] ints = {};

  private long[] longs = {};

  LineOrder(int length, boolean descending) {
    this.length = length;
    flip = descending ? -1 : 0;
    low = Integer.SIZE - Integer.numberOfLeadingZeros(length);
    packed = new long[length];
    order = new int[length];
  }

  /** {@return the positions in order, until the next call} */
  int[] of(Buffer buffer, int at, int stride) {
    if (SortKeys.are32Bit(buffer)) {
      packInts(buffer, at, stride);
    } else {
      packLongs(buffer, at, stride);
    }
    return order;
  }

  private void packInts(Buffer buffer, int at, int stride) {
    if (ints.length == 0) {
      ints = new int[length];
    }
    SortKeys.write(buffer, at, stride, length, ints, 0);
    int bits = (int) flip;
    for (int i = 0; i < length; i++) {
      packed[i] = (long) (ints[i] ^ bits) << Integer.SIZE | i;
    }
    radix.sort(packed, 0, length, Integer.BYTES);
    for (int i = 0; i < length; i++) {
      order[i] = (int) packed[i];
    }
  }

  private void packLongs(Buffer buffer, int at, int stride) {
    if (longs.length == 0) {
      longs = new long[length];
    }
    SortKeys.write(buffer, at, stride, length, longs, 0);
    long high = -1L << low;
    for (int i = 0; i < length; i++) {
      longs[i] ^= flip;
      packed[i] = longs[i] & high | i;
    }
    radix.sort(packed, 0, length, low / Byte.SIZE);
    for (int i = 0; i < length; i++) {
      order[i] = (int) (packed[i] & ~high);
    }
    for (int from = 0; from < length; ) {
      int to = from + 1;
      boolean ascends = true;
      while (to < length && (packed[from] ^ packed[to]) >>> low == 0) {
        ascends &= longs[order[to - 1]] <= longs[order[to]];
        to++;
      }
      if (!ascends) {
        SortKernel.mergeSort(new long[][] {longs}, order, new int[length], from, to);
      }
      from = to;
    }
  }
}

package io.cambric.lax.op;

import io.cambric.array.Buffer;

/**
 * The stable order of the elements of a line. Numbers of 64 bits are sorted, which have a position
 * in the low bits. The high bits hold a key of 32 bits, or the upper part of a longer key. If these
 * tie, the whole keys decide. Mutable: a line reuses the arrays of the previous line.
 */
final class LineOrder {

  private final int length;

  /** Bits that reverse the order of keys, if the largest keys come first. */
  private final long flip;

  /** The number of low bits that positions take. */
  private final int low;

  private final RadixSort radix = new RadixSort();
  private final long[] packed;
  private final int[] order;

  /** Keys of one line; each order has one of these arrays. */
  private int[] ints = {};

  private long[] longs = {};

  LineOrder(int length, boolean descending) {
    this.length = length;
    flip = descending ? -1 : 0;
    low = Integer.SIZE - Integer.numberOfLeadingZeros(length);
    packed = new long[length];
    order = new int[length];
  }

  /** {@return the positions in order, valid until the next call} */
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

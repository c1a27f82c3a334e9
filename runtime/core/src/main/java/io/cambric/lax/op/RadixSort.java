package io.cambric.lax.op;

import java.util.Arrays;

/**
 * Sorts integers byte by byte, the lowest byte first. Bytes that all numbers share are skipped.
 * Mutable: lists share arrays.
 */
final class RadixSort {

  /** The most numbers for which comparing numbers is faster than counting bytes. */
  private static final int SHORT = 40;

  /** The most numbers of 64 bits for which the vectorised sort of the JDK is not faster. */
  private static final int LONG = 400;

  /** Values of a byte. */
  private static final int VALUES = 256;

  private static final int BYTE = VALUES - 1;
  private static final int SIGN = VALUES / 2;

  /** How often each value of a byte occurs; then the place of the next number with that value. */
  private final int[] places = new int[VALUES];

  private int[] ints = {};
  private long[] longs = {};

  /** Sorts some numbers. */
  void sort(int[] keys, int from, int n) {
    if (n <= SHORT) {
      Arrays.sort(keys, from, from + n);
      return;
    }
    if (ints.length < n) {
      ints = new int[n];
    }
    int differing = 0;
    for (int i = from; i < from + n; i++) {
      differing |= keys[i] ^ keys[from];
    }
    int[] source = keys;
    int[] target = ints;
    int at = from;
    int to = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      if (((differing >>> shift) & BYTE) == 0) {
        continue;
      }
      // The order of the highest byte begins with the negative numbers.
      int flip = shift == Integer.SIZE - Byte.SIZE ? SIGN : 0;
      Arrays.fill(places, 0);
      for (int i = 0; i < n; i++) {
        places[((source[at + i] >>> shift) & BYTE) ^ flip]++;
      }
      toPlaces();
      for (int i = 0; i < n; i++) {
        int key = source[at + i];
        target[to + places[((key >>> shift) & BYTE) ^ flip]++] = key;
      }
      int[] sorted = target;
      target = source;
      source = sorted;
      int start = to;
      to = at;
      at = start;
    }
    if (source != keys) {
      System.arraycopy(source, 0, keys, from, n);
    }
  }

  /**
   * Sorts some numbers.
   *
   * @param firstByte number of low bytes that are already in order among numbers with equal other
   *     bytes
   */
  void sort(long[] keys, int from, int n, int firstByte) {
    if (n <= SHORT || (n > LONG && firstByte < Integer.BYTES)) {
      Arrays.sort(keys, from, from + n);
      return;
    }
    if (longs.length < n) {
      longs = new long[n];
    }
    long differing = 0;
    for (int i = from; i < from + n; i++) {
      differing |= keys[i] ^ keys[from];
    }
    long[] source = keys;
    long[] target = longs;
    int at = from;
    int to = 0;
    for (int shift = firstByte * Byte.SIZE; shift < Long.SIZE; shift += Byte.SIZE) {
      if (((int) (differing >>> shift) & BYTE) == 0) {
        continue;
      }
      // The order of the highest byte begins with the negative numbers.
      int flip = shift == Long.SIZE - Byte.SIZE ? SIGN : 0;
      Arrays.fill(places, 0);
      for (int i = 0; i < n; i++) {
        places[((int) (source[at + i] >>> shift) & BYTE) ^ flip]++;
      }
      toPlaces();
      for (int i = 0; i < n; i++) {
        long key = source[at + i];
        target[to + places[((int) (key >>> shift) & BYTE) ^ flip]++] = key;
      }
      long[] sorted = target;
      target = source;
      source = sorted;
      int start = to;
      to = at;
      at = start;
    }
    if (source != keys) {
      System.arraycopy(source, 0, keys, from, n);
    }
  }

  private void toPlaces() {
    int sum = 0;
    for (int i = 0; i < VALUES; i++) {
      int count = places[i];
      places[i] = sum;
      sum += count;
    }
  }
}

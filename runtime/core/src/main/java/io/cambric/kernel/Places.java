package io.cambric.kernel;

/**
 * Places in an array, counted from an offset. What is read from {@link #OUTSIDE} is a filler, and
 * what is written there is dropped.
 *
 * @param list the places, shared and not copied
 * @param first where the first one is listed
 * @param count how many follow each other
 */
public record Places(int[] list, int first, int count) {

  /** The place of what an array has not; no other place is so low. */
  public static final int OUTSIDE = Integer.MIN_VALUE;

  /** {@return the i-th place} */
  public int get(int i) {
    return list[first + i];
  }
}

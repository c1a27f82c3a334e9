package io.cambric.kernel;

/**
 * Places in an array, counted from an offset. A read from {@link #OUTSIDE} gives a filler, and a
 * write there is dropped.
 *
 * @param list the places, shared and not copied
 * @param first where the first one is listed
 * @param count how many follow each other
 */
public record ListedPlaces(int[] list, int first, int count) {

  /** The place of an element outside of an array; no other place is as low. */
  public static final int OUTSIDE = Integer.MIN_VALUE;

  /** {@return the i-th place} */
  public int get(int i) {
    return list[first + i];
  }
}

package io.cambric.kernel;

/**
 * Places in an array, relative to an offset. A read from {@link #OUTSIDE} gives a filler, and a
 * write there is dropped.
 *
 * @param list the places, shared and not copied
 * @param first index of the first place in the list
 * @param count number of consecutive places
 */
public record ListedPlaces(int[] list, int first, int count) {

  /** The place of an element outside of an array; smaller than all other places. */
  public static final int OUTSIDE = Integer.MIN_VALUE;

  /** {@return the i-th place} */
  public int get(int i) {
    return list[first + i];
  }
}

package io.cambric.kernel;

import java.util.Arrays;

/**
 * The values of a loop body at a run of points: for each value an array of its {@link Lane} and the
 * offset of the first point in it. Mutable; used by one thread.
 *
 * <p>Inputs that lie contiguously are read where they are, so the array may be a user's: only the
 * array of the value that an instruction computes may be written.
 */
public final class Block {

  /** Points of a block: a handful of float values of this length fit into a 32 KiB cache. */
  public static final int SIZE = 1024;

  /**
   * Points of the longest row that a body may combine, which is a block by itself: some values of
   * this length fit into a 1 MiB cache.
   */
  public static final int LONGEST_ROW = 1 << 16;

  private final Object[] arrays;
  private final int[] offsets;
  private final int[] steps;
  private final boolean[] inside;

  Block(int values) {
    arrays = new Object[values];
    offsets = new int[values];
    steps = new int[values];
    inside = new boolean[values];
  }

  /** Places a value in an array of the block's own. */
  void setInside(int value, Object array) {
    arrays[value] = array;
    offsets[value] = 0;
    inside[value] = true;
  }

  /**
   * Places a value in the array of an operand.
   *
   * @param step how far each row lies from the one before it, if code goes over rows
   */
  void setOutside(int value, Object array, int offset, int step) {
    arrays[value] = array;
    offsets[value] = offset;
    steps[value] = step;
    inside[value] = false;
  }

  /** Lets go of all arrays. */
  void clear() {
    Arrays.fill(arrays, null);
  }

  /** {@return how many rows of a length a block has} */
  public static int rowsOf(int length) {
    return Math.max(1, SIZE / length);
  }

  /**
   * {@return whether a value lies in memory of the block, not where an operand lies} In a run of
   * more rows than {@link #rowsOf} there is room for the points of so many there, and for twice as
   * many row values as there are rows.
   */
  public boolean isInside(int value) {
    return inside[value];
  }

  /**
   * {@return how far each row of a value is from the one before it, where an operand lies} Rows lie
   * one after the other, unless all that reads or stores them is code that goes over rows: {@link
   * BlockCode#isByRows}.
   */
  public int step(int value) {
    return steps[value];
  }

  /** {@return the array of a value, of its lane} */
  public Object array(int value) {
    return arrays[value];
  }

  /** {@return the values, if their lane is {@link Lane#FLOAT}} */
  public float[] floats(int value) {
    return (float[]) arrays[value];
  }

  /** {@return the values, if their lane is {@link Lane#DOUBLE}} */
  public double[] doubles(int value) {
    return (double[]) arrays[value];
  }

  /** {@return the values, if their lane is {@link Lane#INT}} */
  public int[] ints(int value) {
    return (int[]) arrays[value];
  }

  /** {@return the values, if their lane is {@link Lane#LONG}} */
  public long[] longs(int value) {
    return (long[]) arrays[value];
  }

  /** {@return where the first point lies in the array of a value} */
  public int offset(int value) {
    return offsets[value];
  }
}

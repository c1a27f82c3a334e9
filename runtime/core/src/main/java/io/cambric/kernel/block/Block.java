package io.cambric.kernel.block;

import java.util.Arrays;

/**
 * A block: the values of a loop body at consecutive points. Each value is an array of its {@link
 * Lane} with the offset of the first point. An instruction runs over a whole block, so its loop is
 * long and its operands stay in the cache. Mutable; used by one thread.
 *
 * <p>Contiguous inputs are read in place, so an array may belong to the user. An instruction may
 * write only the array of the value it computes.
 */
public final class Block {

  /** Points of a block. Several float values of this length fit into an L1 cache. */
  public static final int SIZE = 1024;

  /**
   * Points of the longest row that a body may reduce. Such a row is a block of its own, and several
   * float values of this length fit into an L2 cache.
   */
  public static final int LONGEST_ROW = 1 << 16;

  private final Object[] arrays;
  private final int[] offsets;
  private final int[] steps;
  private final boolean[] inside;
  private final int capacity;

  /**
   * Creates a block.
   *
   * @param capacity the number of points that its memory holds
   */
  Block(int values, int capacity) {
    this.capacity = capacity;
    arrays = new Object[values];
    offsets = new int[values];
    steps = new int[values];
    inside = new boolean[values];
  }

  /** Places a value in an array that belongs to the block. */
  void setInside(int value, Object array) {
    arrays[value] = array;
    offsets[value] = 0;
    inside[value] = true;
  }

  /**
   * Places a value in the array of an operand, without a copy.
   *
   * @param step distance of consecutive rows, for code that runs row by row
   */
  void setOutside(int value, Object array, int offset, int step) {
    arrays[value] = array;
    offsets[value] = offset;
    steps[value] = step;
    inside[value] = false;
  }

  /** Releases all arrays. */
  void clear() {
    Arrays.fill(arrays, null);
  }

  /** {@return the number of points that the memory of the block holds} */
  public int capacity() {
    return capacity;
  }

  /** {@return the number of rows of a length in a block} */
  static int rowsOf(int length) {
    return Math.max(1, SIZE / length);
  }

  /**
   * {@return whether a value is in memory of the block, not of an operand}
   *
   * <p>A block holds the points of its {@link #capacity}, even if a run covers more rows. It holds
   * two per-row values for each row of the run.
   */
  public boolean isInside(int value) {
    return inside[value];
  }

  /**
   * {@return the distance of consecutive rows of a value in the memory of an operand}
   *
   * <p>Rows are contiguous, unless only code that runs row by row reads and writes them ({@link
   * BlockCode#isByRows}).
   */
  public int step(int value) {
    return steps[value];
  }

  /** {@return the array of a value, in its lane} */
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

  /** {@return the offset of the first point in the array of a value} */
  public int offset(int value) {
    return offsets[value];
  }
}

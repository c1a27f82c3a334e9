package io.cambric.lax.op;

import java.util.Arrays;

/**
 * Where the elements that gather reads, or scatter writes, lie in a row-major operand.
 *
 * @param run how many neighbours lie in a row in both the operand and the result
 * @param starts for each run of the result in order its place in the operand, or {@link #OUTSIDE}
 */
record IndexedWindows(int run, int[] starts) {

  /** Stands for the place of a run whose window is not inside of the operand. */
  static final int OUTSIDE = -1;

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexedWindows that
        && run == that.run
        && Arrays.equals(starts, that.starts);
  }

  @Override
  public int hashCode() {
    return 31 * run + Arrays.hashCode(starts);
  }
}

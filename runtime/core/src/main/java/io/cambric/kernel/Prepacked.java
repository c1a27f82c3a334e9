package io.cambric.kernel;

import java.util.function.Consumer;

/**
 * A prepacked operand: an operand that is the same in several calls of a kernel, with the packed
 * form that the calls share. Example: the panels of a weight matrix in a loop. Safe for many
 * threads.
 */
public final class Prepacked {

  private final int operand;
  private float[] packed = {};
  private boolean isCurrent;

  /**
   * Starts without a packed form.
   *
   * @param operand the number of the operand
   */
  public Prepacked(int operand) {
    this.operand = operand;
  }

  /** {@return the number of the operand} */
  public int operand() {
    return operand;
  }

  /**
   * {@return the packed form of the operand, which is packed now if necessary}
   *
   * @param length the length of the packed form
   * @param packing fills an array of this length
   */
  public synchronized float[] floats(int length, Consumer<float[]> packing) {
    if (packed.length != length) {
      isCurrent = false;
      packed = new float[length];
    }
    if (!isCurrent) {
      packing.accept(packed);
      isCurrent = true;
    }
    return packed;
  }

  /**
   * Invalidates the packed form, because the next call may have another operand. Its memory is
   * reused.
   */
  public synchronized void invalidate() {
    isCurrent = false;
  }
}

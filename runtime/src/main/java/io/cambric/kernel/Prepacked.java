package io.cambric.kernel;

import java.util.function.Consumer;

/**
 * An operand that stays the same from call to call, and what a kernel made of it for all of them.
 * Used by one call at a time.
 */
public final class Prepacked {

  private final int operand;
  private float[] made = {};
  private boolean isCurrent;

  /** Keeps what is made of the operand with this number. */
  public Prepacked(int operand) {
    this.operand = operand;
  }

  /** {@return the number of the operand} */
  public int operand() {
    return operand;
  }

  /**
   * {@return what was made of the operand; made now if it is the first call, or may be another
   * operand}
   *
   * @param length how many floats are made
   * @param maker fills an array of this length
   */
  public float[] floats(int length, Consumer<float[]> maker) {
    if (made.length != length) {
      isCurrent = false;
      made = new float[length];
    }
    if (!isCurrent) {
      maker.accept(made);
      isCurrent = true;
    }
    return made;
  }

  /** Says that the next call may have another operand. The memory is kept for it. */
  public void forget() {
    isCurrent = false;
  }
}

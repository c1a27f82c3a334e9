package io.cambric.kernel.block;

import io.cambric.kernel.Operand;

/**
 * Parts of sums of products: part {@code p} is the sum, in order, of every sixteenth product from
 * the one at {@code p} on. A provider adds all parts at once by vectors, of any length up to
 * sixteen elements.
 */
public class DotParts {

  static final DotParts PLAIN = new DotParts();

  /** Parts of a sum. */
  protected static final int COUNT = 16;

  /** Creates the plain sums. */
  protected DotParts() {}

  /** {@return whether the code for this many products is compiled} */
  protected boolean isHot(long products) {
    return true;
  }

  /**
   * Multiplies a vector by lines.
   *
   * @param vector its first element is the offset
   * @param lines strides of batch, lines and elements; elements are adjacent
   * @param count lines
   * @param inner length of the vector and of a line
   * @param parts receives the parts of each sum, one sum after another
   */
  protected void sum(Operand vector, Operand lines, int count, int inner, float[] parts) {
    float[] x = vector.buffer().floats();
    float[] y = lines.buffer().floats();
    int whole = (inner + COUNT - 1) / COUNT * COUNT;
    for (int i = 0; i < count; i++) {
      int line = lines.offset() + i * lines.strides()[1];
      for (int part = 0; part < COUNT; part++) {
        float sum = 0f;
        int k = part;
        for (; k < inner; k += COUNT) {
          sum = Math.fma(x[vector.offset() + k], y[line + k], sum);
        }
        // Vectors add zeros to the shorter parts, which changes the sign of a zero.
        parts[i * COUNT + part] = k < whole ? Math.fma(0f, 0f, sum) : sum;
      }
    }
  }
}

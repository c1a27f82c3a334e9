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
    int first = vector.offset();
    int whole = inner - inner % COUNT;
    for (int i = 0; i < count; i++) {
      int line = lines.offset() + i * lines.strides()[1];
      for (int part = 0; part < COUNT; part += 4) {
        addFour(x, first + part, y, line + part, whole, parts, i * COUNT + part);
      }
      for (int part = 0; part < COUNT && whole < inner; part++) {
        // Vectors add zeros to the shorter parts, which changes the sign of a zero.
        boolean isLonger = part < inner - whole;
        float f = isLonger ? x[first + whole + part] : 0f;
        float sum = parts[i * COUNT + part];
        parts[i * COUNT + part] = Math.fma(f, isLonger ? y[line + whole + part] : 0f, sum);
      }
    }
  }

  /** Sums four parts, whose chains of additions overlap. */
  private static void addFour(
      float[] x, int at, float[] y, int from, int n, float[] parts, int to) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    for (int k = 0; k < n; k += COUNT) {
      s0 = Math.fma(x[at + k], y[from + k], s0);
      s1 = Math.fma(x[at + k + 1], y[from + k + 1], s1);
      s2 = Math.fma(x[at + k + 2], y[from + k + 2], s2);
      s3 = Math.fma(x[at + k + 3], y[from + k + 3], s3);
    }
    parts[to] = s0;
    parts[to + 1] = s1;
    parts[to + 2] = s2;
    parts[to + 3] = s3;
  }
}

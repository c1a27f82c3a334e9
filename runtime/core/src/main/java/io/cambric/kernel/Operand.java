package io.cambric.kernel;

import io.cambric.array.Buffer;
import io.cambric.array.Shape;

/**
 * A strided view of a buffer, read or written by a kernel. Element {@code (i, j, ...)} has position
 * {@code offset + i * strides[0] + j * strides[1] + ...}. Strides count elements, and may be 0
 * (broadcast) or negative (reversed).
 *
 * <p>The strides are shared, not copied, and must not be changed.
 */
public record Operand(Buffer buffer, int offset, int[] strides) {

  /** {@return the whole buffer as an array of this shape, in row-major order} */
  public static Operand dense(Buffer buffer, Shape shape) {
    return new Operand(buffer, 0, shape.strides());
  }

  /** {@return whether the operand is row-major without gaps for {@code dims}} */
  public boolean isDense(int[] dims) {
    int expected = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      if (dims[i] != 1 && strides[i] != expected) {
        return false;
      }
      expected *= dims[i];
    }
    return true;
  }
}

package io.cambric.kernel.straight;

import io.cambric.array.DType;

/**
 * A strided part of an array that a step of straight code reads or writes.
 *
 * @param array the number of the array
 * @param offset offset of the first element from the start of the array
 * @param strides one per dim of the step; not to be changed
 * @param dtype dtype of the elements
 */
public record Access(int array, int offset, int[] strides, DType dtype) {

  /** {@return the access, moved by a number of elements} */
  public Access plus(int elements) {
    return new Access(array, offset + elements, strides, dtype);
  }

  /** {@return the access with other strides} */
  Access with(int... others) {
    return new Access(array, offset, others, dtype);
  }
}

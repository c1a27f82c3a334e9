package io.cambric.kernel;

import java.util.Arrays;

/**
 * A copy of the first operand into a result that is filled with the second operand, a scalar.
 *
 * @param dims sizes of the result
 * @param counts sizes of the copied part
 * @param from position of its first element in the operand
 * @param fromStrides strides of the operand
 * @param to position of its first element in the result
 * @param toStrides strides of the part in the result
 */
public record Padding(
    int[] dims, int[] counts, int from, int[] fromStrides, int to, int[] toStrides)
    implements KernelForm {

  /** {@return whether no element is copied} */
  public boolean isEmpty() {
    return Arrays.stream(counts).anyMatch(count -> count == 0);
  }
}

package io.cambric.kernel;

import java.util.List;

/**
 * A copy of a block whose position in one of two arrays is computed.
 *
 * @param dims sizes of the block
 * @param source the number of the operand that is copied from
 * @param from strides of the source
 * @param to strides of the result
 * @param starts where the block begins along some axes, in the source or in the result
 * @param updates whether the starts are positions in the result, which is equal to the first
 *     operand elsewhere; else they are positions in the source
 * @param updated elements of the result of an update
 */
public record BlockCopy(
    int[] dims, int source, int[] from, int[] to, List<Start> starts, boolean updates, int updated)
    implements KernelForm {

  /**
   * Where a block begins along an axis.
   *
   * @param operand the number of the operand that holds the position
   * @param element the element of the operand that holds it
   * @param most the last position at which the block is inside the array
   * @param stride stride of the axis
   * @param isDropped whether a block outside the array is not copied; else it is moved inside
   */
  public record Start(int operand, int element, int most, int stride, boolean isDropped) {}
}

package io.cambric.kernel;

import java.util.List;

/**
 * A copy of a block that has a computed place in one of two arrays.
 *
 * @param dims sizes of the block
 * @param source the number of the operand that is copied from
 * @param from strides of the source
 * @param to strides of the result
 * @param starts where the block begins along some axes, in the source or in the result
 * @param updates whether the starts are places in the result, which is equal to the first operand
 *     elsewhere; else they are places in the source
 * @param updated elements of the result of an update
 */
public record BlockCopy(
    int[] dims, int source, int[] from, int[] to, List<Start> starts, boolean updates, int updated)
    implements KernelForm {

  /**
   * Where a block begins along an axis.
   *
   * @param operand the number of the operand that holds the place
   * @param element its element
   * @param most the last place for which the block lies inside
   * @param stride of the axis
   * @param isDropped whether a block that lies outside is not copied; else it is moved inside
   */
  public record Start(int operand, int element, int most, int stride, boolean isDropped) {}
}

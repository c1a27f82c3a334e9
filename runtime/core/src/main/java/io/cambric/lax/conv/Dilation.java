package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.Sizes;
import io.cambric.lax.dims.Padding;

/** Sizes under dilation, and the padding of the gradients of windows. */
final class Dilation {

  private Dilation() {}

  /** {@return the size of {@code size} elements that are {@code dilation} apart} */
  static int of(int size, int dilation) {
    return size == 0 ? 0 : Sizes.axis("dilation", 1 + (long) dilation * (size - 1));
  }

  /** {@return the dilated sizes} */
  static Axes of(Axes sizes, Axes dilations) {
    int[] dilated = new int[sizes.size()];
    for (int axis = 0; axis < dilated.length; axis++) {
      dilated[axis] = of(sizes.get(axis), dilations.get(axis));
    }
    return Axes.of(dilated);
  }

  /** {@return whether there are {@code count} numbers, each at least 1} */
  static boolean positive(Axes values, int count) {
    boolean fits = values.size() == count;
    for (int i = 0; fits && i < count; i++) {
      fits = values.get(i) >= 1;
    }
    return fits;
  }

  /** {@return the number of windows that fit} */
  static int steps(int padded, int window, int stride) {
    return padded < window ? 0 : (padded - window) / stride + 1;
  }

  /**
   * {@return the padding for the gradient of the operand, a window over the gradient of the result,
   * dilated by the strides}
   *
   * @param in dilated sizes of the operand
   * @param window its dilated sizes
   * @param out sizes of the result, dilated by the strides
   * @param low padding before the operand
   */
  static Padding.Explicit ofOperandGradient(Axes in, Axes window, Axes out, Axes low) {
    int[] before = new int[in.size()];
    int[] behind = new int[in.size()];
    for (int axis = 0; axis < before.length; axis++) {
      before[axis] = window.get(axis) - low.get(axis) - 1;
      behind[axis] = in.get(axis) + window.get(axis) - 1 - out.get(axis) - before[axis];
    }
    return new Padding.Explicit(Axes.of(before), Axes.of(behind));
  }

  /** {@return the padding for the gradient of the kernel, a window over the operand} */
  static Padding.Explicit ofKernelGradient(Axes in, Axes window, Axes out, Axes low) {
    int[] behind = new int[in.size()];
    for (int axis = 0; axis < behind.length; axis++) {
      behind[axis] = out.get(axis) - in.get(axis) + window.get(axis) - low.get(axis) - 1;
    }
    return new Padding.Explicit(low, Axes.of(behind));
  }
}

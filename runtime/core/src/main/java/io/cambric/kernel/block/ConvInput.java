package io.cambric.kernel.block;

import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * Images with the padding that the taps of a convolution read. If the taps read no padding, the
 * images are the lhs, else a padded copy in the same memory order.
 */
public record ConvInput(int images, ConvAxis[] axes, int channels) {

  /**
   * The largest copy in elements. Larger convolutions use the plain kernel, which needs no copy.
   */
  public static final long LARGEST = 1L << 28;

  /** {@return the number of elements of the padded images} */
  public long elements() {
    long product = (long) images * channels;
    for (var axis : axes) {
      product *= axis.paddedSize();
    }
    return product;
  }

  /** {@return the number of elements of the copy; 0 if the taps read no padding} */
  public long copied() {
    return isPadded() ? elements() : 0;
  }

  private boolean isPadded() {
    boolean padded = false;
    for (var axis : axes) {
      padded |= axis.paddedSize() > axis.size();
    }
    return padded;
  }

  /**
   * {@return the images, copied to {@code target} if they need padding}
   *
   * @param again whether {@code target} already has a copy of the same sizes, and so its padding
   */
  public ConvOperand of(ConvOperand lhs, Object target, boolean again) {
    if (!isPadded()) {
      return lhs;
    }
    int[] steps = strides(lhs.strides());
    if (!again) {
      int n = (int) elements();
      switch (target) {
        case float[] floats -> Arrays.fill(floats, 0, n, 0f);
        case Object doubles -> Arrays.fill((double[]) doubles, 0, n, 0);
      }
    }
    int origin = 0;
    for (int d = 0; d < axes.length; d++) {
      origin -= axes[d].first() * steps[d + 1];
    }
    var copy = new ConvOperand(target, origin, steps);
    lhs.copyTo(copy, sizes(ConvAxis::size));
    return copy;
  }

  /**
   * {@return the strides of the operand that {@link #of} returns, which is the lhs or a padded
   * copy}
   */
  public int[] strides(int[] lhsStrides) {
    return isPadded()
        ? ConvOperand.denseStrides(lhsStrides, sizes(ConvAxis::paddedSize))
        : lhsStrides;
  }

  private int[] sizes(ToIntFunction<ConvAxis> size) {
    int[] sizes = {images, 1, 1, 1, channels};
    for (int d = 0; d < axes.length; d++) {
      sizes[d + 1] = size.applyAsInt(axes[d]);
    }
    return sizes;
  }
}

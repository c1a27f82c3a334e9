package io.cambric.kernel;

import io.cambric.array.Axes;

/**
 * A convolution in canonical axis order; the strides of the operands express any other layout. The
 * operands are {@code lhs [N, spatial..., C]}, {@code rhs [spatial..., C / featureGroups, O]},
 * {@code out [N / batchGroups, spatial..., O]}. The operation is a cross-correlation: the kernel is
 * not flipped.
 *
 * <p>Gradients are also convolutions. The gradient of the lhs has {@code lhsDilation > 1} in place
 * of strides; the gradient of the rhs has {@code rhsDilation > 1} or batch groups. An
 * implementation never reads the zeros of a dilated operand.
 *
 * @param lhs N, spatial sizes, C
 * @param rhs spatial sizes, C / featureGroups, O
 * @param out N / batchGroups, spatial sizes, O
 * @param strides window strides, one per spatial axis
 * @param padLow padding before the dilated lhs; may be negative
 * @param lhsDilation spacing of the lhs elements, at least 1
 * @param rhsDilation spacing of the kernel elements, at least 1
 * @param featureGroups groups that split C and O
 * @param batchGroups groups that split N and O
 */
public record ConvSpec(
    Axes lhs,
    Axes rhs,
    Axes out,
    Axes strides,
    Axes padLow,
    Axes lhsDilation,
    Axes rhsDilation,
    int featureGroups,
    int batchGroups) {

  /** {@return the number of spatial axes} */
  public int spatialRank() {
    return strides.size();
  }

  /** {@return the number of spatial elements of the kernel} */
  public int taps() {
    int taps = 1;
    for (int d = 0; d < spatialRank(); d++) {
      taps *= rhs.get(d);
    }
    return taps;
  }

  /**
   * {@return the order of sums of f64: all taps of a channel before the next channel, else all
   * channels of a tap before the next tap} Kernel gradients have many taps. With the first order
   * they read lines of an image in any layout.
   */
  public boolean sumsByChannel() {
    return taps() > rhs.get(spatialRank());
  }
}

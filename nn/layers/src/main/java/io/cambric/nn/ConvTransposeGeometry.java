package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;

/**
 * The geometry of a transposed convolution apart from its kernel.
 *
 * @param strides spacing of the input's elements, one for each spatial axis
 * @param padding values around the spaced input
 * @param kernelDilation spacing of the kernel's elements
 * @param transposeKernel whether the kernel is flipped, with its two axes of channels swapped
 */
record ConvTransposeGeometry(
    Axes strides, Padding padding, Axes kernelDilation, boolean transposeKernel) {

  /** {@return the transposed convolution of images} */
  Array apply(Array images, Array kernel) {
    int axes = strides.size();
    boolean circular = padding.equals(Padding.CIRCULAR);
    var y =
        Lax.convTranspose(
            images,
            kernel,
            strides,
            Windows.padding("ConvTranspose", circular ? Padding.VALID : padding, axes),
            kernelDilation,
            ConvGeometry.dims(axes),
            transposeKernel);
    return circular ? folded(y, images) : y;
  }

  /**
   * {@return a result wrapped around each spatial axis}
   *
   * <p>A period is a size of the input times its stride. Zeros complete the result to an odd number
   * of periods with the input in the middle one; then the periods are added.
   */
  private Array folded(Array y, Array images) {
    int axes = strides.size();
    int[] periods = new int[axes];
    int[][] pads = new int[axes + 2][2];
    for (int i = 0; i < axes; i++) {
      if (images.dim(i + 1) == 0) {
        throw new ShapeException(
            "ConvTranspose with padding CIRCULAR needs spatial axes that are not empty, but got %s. Leave out empty images, or use padding SAME."
                .formatted(images.aval()));
      }
      periods[i] = images.dim(i + 1) * strides.get(i);
      int missing = Math.floorMod(periods[i] - y.dim(i + 1), 2 * periods[i]);
      // If their number is odd, a flipped kernel has one more on the right, which mirrors Conv.
      int left = transposeKernel ? missing / 2 : Math.ceilDiv(missing, 2);
      pads[i + 1] = new int[] {left, missing - left};
    }
    var wrapped = Numpy.pad(y, pads);
    for (int i = 0; i < axes; i++) {
      var shape = wrapped.shape();
      var split = Shape.of(shape.dim(i + 1) / periods[i], periods[i]);
      wrapped =
          wrapped
              .reshape(shape.slice(0, i + 1).concat(split).concat(shape.slice(i + 2, shape.rank())))
              .sum(i + 1);
    }
    return wrapped;
  }
}

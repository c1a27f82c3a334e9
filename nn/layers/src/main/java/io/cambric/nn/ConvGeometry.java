package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.nn.Padding.Mode;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.PadMode;
import io.cambric.transform.Transforms;

/**
 * The geometry of a convolution apart from its kernel: window, strides, padding and dilation.
 *
 * @param layer names the caller in messages
 * @param window sizes of the kernel along the spatial axes
 * @param strides steps between windows, one for each spatial axis
 * @param padding values around the input
 * @param inputDilation spacing of the input's elements
 * @param kernelDilation spacing of the kernel's elements
 */
record ConvGeometry(
    String layer,
    Shape window,
    Axes strides,
    Padding padding,
    Axes inputDilation,
    Axes kernelDilation) {

  /** {@return the convolution of images with one kernel, in groups of channels} */
  Array shared(ConvGeneralDilatedFn convolution, Array images, Array kernel, int groups) {
    return convolution.apply(
        surrounded(images),
        kernel,
        strides,
        remaining(),
        inputDilation,
        kernelDilation,
        dims(strides.size()),
        groups);
  }

  /** {@return the convolution of {@code Lax}} */
  static Array convolution(
      Array lhs,
      Array rhs,
      Axes windowStrides,
      io.cambric.lax.dims.Padding padding,
      Axes lhsDilation,
      Axes rhsDilation,
      ConvDims dims,
      int groups) {
    return Lax.convGeneralDilated(
        lhs, rhs, windowStrides, padding, lhsDilation, rhsDilation, dims, groups, 1);
  }

  /** {@return the convolution of images with a kernel for each position of the window} */
  Array local(Array images, Array kernels) {
    return Lax.convGeneralDilatedLocal(
        surrounded(images),
        kernels,
        strides,
        remaining(),
        window,
        inputDilation,
        kernelDilation,
        dims(strides.size()));
  }

  /** {@return the sizes of the result along the spatial axes} */
  Shape places(Array images) {
    // Sizes do not depend on the dtype, and not every dtype can be convolved.
    var kernel = new ShapedArray(window.concat(Shape.of(images.dim(-1), 1)), DType.F32);
    var result =
        Transforms.evalShape(
                (Array x) ->
                    shared(ConvGeometry::convolution, x.astype(DType.F32), Lax.full(kernel, 0), 1),
                images)
            .shape();
    return result.slice(1, result.rank() - 1);
  }

  /** {@return the remaining padding, once the input is surrounded} */
  private io.cambric.lax.dims.Padding remaining() {
    return Windows.padding(layer, remainingMode(), strides.size());
  }

  private Padding remainingMode() {
    if (!(padding instanceof Mode mode)) {
      return padding;
    }
    if (!inputDilation.all(1)) {
      throw new HyperparameterException(
          "%s needs numbers as padding of its dilated input, but got %s. Pass Padding.of(...)."
              .formatted(layer, mode));
    }
    return mode == Mode.SAME ? mode : Padding.VALID;
  }

  /** {@return the input, padded if the padding is circular, reflected or causal} */
  private Array surrounded(Array x) {
    if (!(padding instanceof Mode mode)) {
      return x;
    }
    var dilated = Windows.dilated(Axes.of(window.toArray()), kernelDilation);
    return switch (mode) {
      case CIRCULAR -> Numpy.pad(x, centred(dilated), PadMode.WRAP);
      case REFLECT -> Numpy.pad(x, centred(dilated), PadMode.REFLECT);
      case CAUSAL -> Numpy.pad(x, new int[][] {{0, 0}, {dilated.get(0) - 1, 0}, {0, 0}});
      case SAME, VALID -> x;
    };
  }

  private static int[][] centred(Axes window) {
    var widths = new int[window.size() + 2][2];
    for (int i = 0; i < window.size(); i++) {
      widths[i + 1] = new int[] {(window.get(i) - 1) / 2, window.get(i) / 2};
    }
    return widths;
  }

  /** Batch first and channels last; the kernel has input and output channels last. */
  static ConvDims dims(int axes) {
    var image = Axes.of(0, axes + 1).concat(Axes.range(1, axes + 1));
    return new ConvDims(image, Axes.of(axes + 1, axes).concat(Axes.range(0, axes)), image);
  }
}

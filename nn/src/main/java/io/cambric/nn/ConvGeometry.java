package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.nn.Padding.Mode;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.PadMode;

/**
 * The geometry of a convolution apart from its kernel: strides, padding and dilation.
 *
 * @param strides steps between windows, one for each spatial axis
 * @param padding what stands around the input
 * @param inputDilation spacing of the input's elements
 * @param kernelDilation spacing of the kernel's elements
 * @param groups groups of channels
 */
record ConvGeometry(
    Axes strides, Padding padding, Axes inputDilation, Axes kernelDilation, int groups) {

  /** {@return the convolution, its batch axes as they were} */
  Array apply(Array x, Array kernel) {
    int axes = strides.size();
    int batchAxes = x.rank() - axes - 1;
    if (batchAxes == 1) {
      return convolve(x, kernel);
    }
    var batch = x.shape().slice(0, batchAxes);
    var image = x.shape().slice(batchAxes, x.rank());
    var y = convolve(x.reshape(Shape.of(batch.size()).concat(image)), kernel);
    return y.reshape(batch.concat(y.shape().slice(1, y.rank())));
  }

  private Array convolve(Array x, Array kernel) {
    int axes = strides.size();
    var sizes = Axes.of(kernel.shape().slice(0, axes).toArray());
    var surrounded = surrounded(x, Windows.dilated(sizes, kernelDilation));
    return Lax.convGeneralDilated(
        surrounded,
        kernel,
        strides,
        Windows.padding("Conv", remaining(), axes),
        inputDilation,
        kernelDilation,
        dims(axes),
        groups,
        1);
  }

  /** {@return the padding left to do once the input is surrounded} */
  private Padding remaining() {
    if (!(padding instanceof Mode mode)) {
      return padding;
    }
    if (!inputDilation.all(1)) {
      throw new HyperparameterException(
          "Conv needs padding in numbers where its input is dilated, but got %s. Give Padding.of(...)."
              .formatted(mode));
    }
    return mode == Mode.SAME ? mode : Padding.VALID;
  }

  /** {@return the input with copies of itself around it, or with zeros on its left} */
  private Array surrounded(Array x, Axes window) {
    if (!(padding instanceof Mode mode)) {
      return x;
    }
    return switch (mode) {
      case CIRCULAR -> Numpy.pad(x, centred(window), PadMode.WRAP);
      case REFLECT -> Numpy.pad(x, centred(window), PadMode.REFLECT);
      case CAUSAL -> Numpy.pad(x, new int[][] {{0, 0}, {window.get(0) - 1, 0}, {0, 0}});
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
  private static ConvDims dims(int axes) {
    var image = Axes.of(0, axes + 1).concat(Axes.range(1, axes + 1));
    return new ConvDims(image, Axes.of(axes + 1, axes).concat(Axes.range(0, axes)), image);
  }
}

package io.cambric.kernels.simd.conv;

import io.cambric.kernel.Operand;

/**
 * An operand of a convolution with three spatial axes.
 *
 * @param strides of an lhs or a result: images, spatial axes and channels; of a kernel: spatial
 *     axes, channels and features
 */
record ConvOperand(float[] data, int offset, int[] strides) {

  /**
   * {@return an operand with strides of single axes before the spatial ones}
   *
   * @param before axes before the spatial ones
   */
  static ConvOperand of(Operand operand, int before) {
    int[] strides = operand.strides();
    int[] all = new int[ConvProblem.AXES + 2];
    int missing = all.length - strides.length;
    System.arraycopy(strides, 0, all, 0, before);
    System.arraycopy(strides, before, all, before + missing, strides.length - before);
    return new ConvOperand(operand.buffer().floats(), operand.offset(), all);
  }

  /** {@return this, {@code distance} elements later} */
  ConvOperand after(int distance) {
    return new ConvOperand(data, offset + distance, strides);
  }
}

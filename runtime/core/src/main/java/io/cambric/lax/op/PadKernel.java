package io.cambric.lax.op;

import io.cambric.core.ShapedArray;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;

/** Fills the result with the padding value, then copies those elements that stay in it. */
final class PadKernel {

  private PadKernel() {}

  static void run(
      Pad pad,
      ShapedArray operand,
      ShapedArray result,
      Kernels kernels,
      Operand x,
      Operand value,
      Operand out) {
    int rank = operand.rank();
    int[] dims = result.shape().toArray();
    DenseOperands.copy(
        kernels,
        result.dtype(),
        dims,
        new Operand(value.buffer(), value.offset(), new int[rank]),
        out);
    int[] outStrides = result.shape().strides();
    int[] counts = new int[rank];
    int[] steps = new int[rank];
    int from = x.offset();
    int to = out.offset();
    for (int axis = 0; axis < rank; axis++) {
      int step = pad.interior().get(axis) + 1;
      int low = pad.low().get(axis);
      int size = operand.shape().dim(axis);
      // Element i lies at low + i * step: the first and the last that fall inside.
      int first = low >= 0 ? 0 : Math.ceilDiv(-low, step);
      int last = Math.min(size - 1, Math.floorDiv(dims[axis] - 1 - low, step));
      counts[axis] = last - first + 1;
      if (counts[axis] <= 0) {
        return;
      }
      steps[axis] = outStrides[axis] * step;
      from += x.strides()[axis] * first;
      to += outStrides[axis] * (low + first * step);
    }
    DenseOperands.copy(
        kernels,
        result.dtype(),
        counts,
        new Operand(x.buffer(), from, x.strides()),
        new Operand(out.buffer(), to, steps));
  }
}

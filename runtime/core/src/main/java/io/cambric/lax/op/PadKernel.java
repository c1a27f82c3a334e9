package io.cambric.lax.op;

import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Padding;
import java.util.List;

/**
 * Fills the result with the padding value, then copies the remaining elements of the operand into
 * it.
 */
record PadKernel(Pad pad, ShapedArray operand, ShapedArray result) implements Lowering.KernelRule {

  @Override
  public Padding form(List<int[]> strides) {
    return form(strides.getFirst());
  }

  private Padding form(int[] strides) {
    int rank = operand.rank();
    int[] dims = result.shape().toArray();
    int[] outStrides = result.shape().strides();
    int[] counts = new int[rank];
    int[] steps = new int[rank];
    int from = 0;
    int to = 0;
    for (int axis = 0; axis < rank; axis++) {
      int step = pad.interior().get(axis) + 1;
      int low = pad.low().get(axis);
      int size = operand.shape().dim(axis);
      // Element i is at low + i * step. These are the first and the last element inside.
      int first = low >= 0 ? 0 : Math.ceilDiv(-low, step);
      int last = Math.min(size - 1, Math.floorDiv(dims[axis] - 1 - low, step));
      counts[axis] = Math.max(0, last - first + 1);
      steps[axis] = outStrides[axis] * step;
      from += strides[axis] * first;
      to += outStrides[axis] * (low + first * step);
    }
    return new Padding(dims, counts, from, strides, to, steps);
  }

  @Override
  public void run(Kernels kernels, List<Operand> in, List<Operand> results, FusedCall fused) {
    var x = in.get(0);
    var value = in.get(1);
    var out = results.getFirst();
    var form = form(x.strides());
    var filling = new Operand(value.buffer(), value.offset(), new int[operand.rank()]);
    DenseOperands.copy(kernels, result.dtype(), form.dims(), filling, out);
    if (!form.isEmpty()) {
      DenseOperands.copy(
          kernels,
          result.dtype(),
          form.counts(),
          new Operand(x.buffer(), x.offset() + form.from(), x.strides()),
          new Operand(out.buffer(), out.offset() + form.to(), form.toStrides()));
    }
  }
}

package io.cambric.lax.conv;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.KernelTraits;
import io.cambric.core.Lowering;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.List;

/**
 * The kernel call of a convolution, which reads operands in the order of axes that kernels require.
 *
 * @param lhsOrder axes of the images as batch, spatial axes, features
 * @param rhsOrder axes of the kernel as spatial axes, input features, output features
 * @param outOrder axes of the result in the order of the axes of the images
 */
record ConvKernel(ConvSpec spec, DType dtype, Axes lhsOrder, Axes rhsOrder, Axes outOrder)
    implements Lowering.KernelRule {

  @Override
  public KernelTraits traits() {
    return KernelTraits.NONE.withEpilogue().withComputed(this::takesPrologue);
  }

  private boolean takesPrologue(Kernels kernels, int operand, List<int[]> operands) {
    int[] out = new int[spec.out().size()];
    for (int i = out.length - 1, step = 1; i >= 0; i--) {
      int axis = outOrder.indexOf(i);
      out[axis] = step;
      step *= spec.out().get(axis);
    }
    return operand == 0
        && kernels.takesPrologue(
            spec,
            dtype,
            permuted(operands.get(0), lhsOrder),
            permuted(operands.get(1), rhsOrder),
            out);
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results, FusedCall fused) {
    kernels.conv(
        spec,
        dtype,
        permuted(operands.get(0), lhsOrder),
        permuted(operands.get(1), rhsOrder),
        permuted(results.getFirst(), outOrder),
        fused);
  }

  private static Operand permuted(Operand operand, Axes order) {
    return new Operand(operand.buffer(), operand.offset(), permuted(operand.strides(), order));
  }

  private static int[] permuted(int[] strides, Axes order) {
    int[] permuted = new int[order.size()];
    for (int i = 0; i < permuted.length; i++) {
      permuted[i] = strides[order.get(i)];
    }
    return permuted;
  }
}

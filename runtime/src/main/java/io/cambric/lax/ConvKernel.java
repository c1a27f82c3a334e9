package io.cambric.lax;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Lowering;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Epilogue;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.List;

/**
 * The kernel call of a convolution, whose operands it reads in the order of axes that kernels want.
 *
 * @param lhsOrder axes of the images as batch, spatial axes, features
 * @param rhsOrder axes of the kernel as spatial axes, input features, output features
 * @param outOrder axes of the result as those of the images
 */
record ConvKernel(ConvSpec spec, DType dtype, Axes lhsOrder, Axes rhsOrder, Axes outOrder)
    implements Lowering.KernelRule {

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results) {
    kernels.conv(
        spec,
        dtype,
        permuted(operands.get(0), lhsOrder),
        permuted(operands.get(1), rhsOrder),
        permuted(results.getFirst(), outOrder));
  }

  @Override
  public boolean takesEpilogue() {
    return true;
  }

  @Override
  public void run(
      Kernels kernels, List<Operand> operands, List<Operand> results, Epilogue epilogue) {
    kernels.conv(
        spec,
        dtype,
        permuted(operands.get(0), lhsOrder),
        permuted(operands.get(1), rhsOrder),
        permuted(results.getFirst(), outOrder),
        epilogue);
  }

  private static Operand permuted(Operand operand, Axes order) {
    int[] strides = new int[order.size()];
    for (int i = 0; i < strides.length; i++) {
      strides[i] = operand.strides()[order.get(i)];
    }
    return new Operand(operand.buffer(), operand.offset(), strides);
  }
}

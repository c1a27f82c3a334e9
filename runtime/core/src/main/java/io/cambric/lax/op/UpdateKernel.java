package io.cambric.lax.op;

import io.cambric.core.KernelTraits;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.List;

/**
 * A kernel whose result is its first operand with some elements changed. It works in place if both
 * share memory, else on a copy.
 *
 * @param operand the first one
 * @param updates the number of the operand with what elements are changed
 * @param update what changes the elements
 */
record UpdateKernel(ShapedArray operand, int updates, Update update)
    implements Lowering.KernelRule {

  /** Changes elements of a result that is equal to the first operand. */
  @FunctionalInterface
  interface Update {
    /**
     * Changes the elements.
     *
     * @param operands of the kernel, of which the first is not to be read
     * @param result dense
     */
    void run(Kernels kernels, List<Operand> operands, Operand result);
  }

  @Override
  public KernelTraits traits() {
    return KernelTraits.NONE.withUpdates(updates);
  }

  @Override
  public void run(Kernels kernels, List<Operand> operands, List<Operand> results, FusedCall fused) {
    var from = operands.getFirst();
    var result = results.getFirst();
    if (from.buffer() != result.buffer() || from.offset() != result.offset()) {
      DenseOperands.copy(kernels, operand.dtype(), operand.shape().toArray(), from, result);
    }
    update.run(kernels, operands, result);
  }
}

package io.cambric.lax.op;

import io.cambric.core.KernelTraits;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.BlockCopy;
import io.cambric.kernel.FusedCall;
import io.cambric.kernel.KernelForm;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that changes some elements of its first operand. It works in place if operand and result
 * share memory, else on a copy.
 *
 * @param operand the first operand
 * @param updates the number of the operand with the updates
 * @param update the code that changes the elements
 * @param block the block for some strides of the operands
 */
record UpdateKernel(ShapedArray operand, int updates, Update update, BlockForm block)
    implements Lowering.KernelRule {

  /** The block that a kernel copies, as a function of the strides of its operands. */
  @FunctionalInterface
  interface BlockForm {
    /** {@return the block, or {@code null} if the kernel does something else} */
    @Nullable BlockCopy of(List<int[]> strides);
  }

  /** Changes elements of a result that holds a copy of the first operand. */
  @FunctionalInterface
  interface Update {
    /**
     * Changes the elements.
     *
     * @param operands operands of the kernel; the first must not be read
     * @param result dense
     */
    void run(Kernels kernels, List<Operand> operands, Operand result);
  }

  @Override
  public KernelTraits traits() {
    return KernelTraits.NONE.withUpdates(updates);
  }

  @Override
  public @Nullable KernelForm form(List<int[]> strides) {
    boolean isDense = new Lowering.Layout(operand.shape(), 0, strides.getFirst()).isDense();
    return isDense ? block.of(strides) : null;
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

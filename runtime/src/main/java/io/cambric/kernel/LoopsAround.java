package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The loops that a product or a convolution runs on parts of an operand and of its result.
 *
 * @param before computes an operand, or {@code null}
 * @param after follows on the result, or {@code null}
 */
public record LoopsAround(@Nullable Prologue before, @Nullable Epilogue after) {

  /** {@return an operand in memory, the whole of it computed now if a loop computes it} */
  Operand operand(Kernels kernels, int number, Operand operand) {
    return before == null || before.operand() != number ? operand : before.whole(kernels, operand);
  }

  /** Runs the loop that follows on the whole result. */
  public void finish(Kernels kernels) {
    if (after != null) {
      after.run(kernels);
    }
  }
}

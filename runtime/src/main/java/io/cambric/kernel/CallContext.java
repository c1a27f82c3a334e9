package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What surrounds a call of a product or a convolution: the loops that it runs on parts of an
 * operand and of its result, and what it keeps for the next call.
 *
 * @param before computes an operand, or {@code null}
 * @param after follows on the result, or {@code null}
 * @param kept an operand that stays the same for several calls, or {@code null}
 */
public record CallContext(
    @Nullable Prologue before, @Nullable Epilogue after, @Nullable Prepacked kept) {

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

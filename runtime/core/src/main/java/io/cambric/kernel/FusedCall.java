package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The additions to the call of a matrix product or convolution: a prologue, an epilogue, and a
 * prepacked operand.
 *
 * @param prologue computes an operand panel by panel, or {@code null}
 * @param epilogue runs on tiles of the result, or {@code null}
 * @param prepacked an operand that is the same in several calls, or {@code null}
 */
public record FusedCall(
    @Nullable Prologue prologue, @Nullable Epilogue epilogue, @Nullable Prepacked prepacked) {

  /** A call with nothing fused into it. */
  public static final FusedCall NONE = new FusedCall(null, null, null);

  /** {@return an operand in memory; if the prologue computes it, the whole prologue is run} */
  Operand operand(Kernels kernels, int number, Operand operand) {
    return prologue == null || prologue.operand() != number
        ? operand
        : prologue.whole(kernels, operand);
  }

  /** {@return the call without its epilogue, which the caller runs} */
  public FusedCall withoutEpilogue() {
    return epilogue == null ? this : new FusedCall(prologue, null, prepacked);
  }

  /** Runs the epilogue on the whole result, for kernels without tiles. */
  public void finish(Kernels kernels) {
    if (epilogue != null) {
      epilogue.run(kernels);
    }
  }
}

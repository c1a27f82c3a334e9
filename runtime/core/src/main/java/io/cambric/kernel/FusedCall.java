package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The loops that are fused into the call of a matrix product or convolution, its prologue and its
 * epilogue, and an operand whose packed form is reused by later calls.
 *
 * @param prologue computes an operand panel by panel, or {@code null}
 * @param epilogue runs on tiles of the result, or {@code null}
 * @param prepacked an operand that is the same in several calls, or {@code null}
 */
public record FusedCall(
    @Nullable Prologue prologue, @Nullable Epilogue epilogue, @Nullable Prepacked prepacked) {

  /** A call with nothing fused into it. */
  public static final FusedCall NONE = new FusedCall(null, null, null);

  /**
   * {@return an operand in memory; the prologue, if it computes this operand, is run as a whole}
   */
  Operand operand(Kernels kernels, int number, Operand operand) {
    return prologue == null || prologue.operand() != number
        ? operand
        : prologue.whole(kernels, operand);
  }

  /** {@return the same call with its epilogue left to the caller} */
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

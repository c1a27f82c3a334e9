package io.cambric.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The fusion context of a matrix product or convolution: its prologue, its epilogue, and an operand
 * whose packed form is reused by later calls.
 *
 * @param prologue computes an operand panel by panel, or {@code null}
 * @param epilogue runs on tiles of the result, or {@code null}
 * @param prepacked an operand that is the same in several calls, or {@code null}
 */
public record CallContext(
    @Nullable Prologue prologue, @Nullable Epilogue epilogue, @Nullable Prepacked prepacked) {

  /** A call that does nothing besides. */
  public static final CallContext NONE = new CallContext(null, null, null);

  /**
   * {@return an operand in memory; the prologue, if it computes this operand, is run as a whole}
   */
  Operand operand(Kernels kernels, int number, Operand operand) {
    return prologue == null || prologue.operand() != number
        ? operand
        : prologue.whole(kernels, operand);
  }

  /** Runs the epilogue on the whole result, for kernels without tiles. */
  public void finish(Kernels kernels) {
    if (epilogue != null) {
      epilogue.run(kernels);
    }
  }
}

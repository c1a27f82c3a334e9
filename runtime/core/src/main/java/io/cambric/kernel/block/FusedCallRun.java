package io.cambric.kernel.block;

import io.cambric.kernel.FusedCall;
import io.cambric.kernel.Operand;
import io.cambric.kernel.Prepacked;
import org.jspecify.annotations.Nullable;

/**
 * The executable form of the additions to a call. Kernels pass it unchanged to the code that reads
 * the operands and stores the result. Thread-safe.
 *
 * @param prologue computes an operand where it is read, or {@code null}
 * @param epilogue runs on tiles of the result, or {@code null}
 * @param prepacked an operand that is the same in several calls, or {@code null}
 */
public record FusedCallRun(
    @Nullable PrologueRun prologue, @Nullable EpilogueRun epilogue, @Nullable Prepacked prepacked) {

  /** A call with nothing fused into it. */
  public static final FusedCallRun NONE = new FusedCallRun(null, null, null);

  /**
   * {@return the executable form of a call}
   *
   * @param result the result; dense
   */
  public static FusedCallRun of(BlockOps ops, FusedCall fused, Operand result) {
    var prologue = fused.prologue();
    var epilogue = fused.epilogue();
    return new FusedCallRun(
        prologue == null ? null : new PrologueRun(ops, prologue),
        epilogue == null ? null : new EpilogueRun(ops, epilogue, result.offset()),
        fused.prepacked());
  }

  /** {@return the same call with another prepacked operand, or with none} */
  public FusedCallRun withPrepacked(@Nullable Prepacked prepacked) {
    return prepacked == this.prepacked ? this : new FusedCallRun(prologue, epilogue, prepacked);
  }
}

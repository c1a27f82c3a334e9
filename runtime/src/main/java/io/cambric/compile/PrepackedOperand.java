package io.cambric.compile;

import io.cambric.compile.Program.Reference;
import io.cambric.core.Lowering.KernelRule;
import io.cambric.kernel.Prepacked;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loop-invariant operand that the kernel of a step packs once. The packed form is reused by all
 * iterations of the loop. Example: the weights of a recurrent cell. Mutable; used by one run at a
 * time.
 */
final class PrepackedOperand {

  private final KernelRule rule;
  private final List<Reference> references;

  /** The number of the operand that a prologue computes, or the number of operands if none does. */
  private final int computed;

  private @Nullable Prepacked packed;

  /**
   * * Starts with nothing packed.
   *
   * @param references the operands of the call that are in memory
   * @param computed the number of the operand that a prologue computes, or the number of operands
   */
  PrepackedOperand(KernelRule rule, List<Reference> references, int computed) {
    this.rule = rule;
    this.references = references;
    this.computed = computed;
  }

  /**
   * {@return a loop-invariant operand that the kernel can pack, with its packed form; {@code null}
   * if there is none}
   */
  @Nullable Prepacked in(ProgramFrame frame) {
    for (int i = 0; i < references.size(); i++) {
      int operand = i < computed ? i : i + 1;
      if (frame.isInvariant(references.get(i).slot()) && rule.keeps(operand)) {
        return of(operand);
      }
    }
    return null;
  }

  private Prepacked of(int operand) {
    var known = packed;
    if (known == null || known.operand() != operand) {
      known = new Prepacked(operand);
      packed = known;
    }
    return known;
  }

  /** Invalidates the packed form: the next loop may have another operand. */
  void release() {
    if (packed != null) {
      packed.invalidate();
    }
  }
}

package io.cambric.compile;

import io.cambric.compile.Program.Reference;
import io.cambric.core.Lowering.KernelRule;
import io.cambric.kernel.Prepacked;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel of a step keeps of an operand while a loop runs, in each round of which the
 * operand is the same. Mutable; used by one run at a time.
 */
final class PrepackedOperand {

  private final KernelRule rule;
  private final List<Reference> references;

  /** The number of the operand that is no reference, or more than there are. */
  private final int computed;

  private @Nullable Prepacked packed;

  /**
   * Prepares to keep.
   *
   * @param references the operands of the call that lie somewhere
   * @param computed the number of the operand that does not, or more than there are operands
   */
  PrepackedOperand(KernelRule rule, List<Reference> references, int computed) {
    this.rule = rule;
    this.references = references;
    this.computed = computed;
  }

  /** {@return an operand that stays the same, of which the kernel keeps something} */
  @Nullable Prepacked in(ProgramFrame frame) {
    for (int i = 0; i < references.size(); i++) {
      int operand = i < computed ? i : i + 1;
      if (frame.isUnchanging(references.get(i).slot()) && rule.keeps(operand)) {
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

  /** Says that the next loop may have another operand. */
  void release() {
    if (packed != null) {
      packed.forget();
    }
  }
}

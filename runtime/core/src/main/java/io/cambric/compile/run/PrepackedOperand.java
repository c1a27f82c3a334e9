package io.cambric.compile.run;

import io.cambric.compile.run.Program.BoundStep;
import io.cambric.compile.run.Program.Reference;
import io.cambric.core.Lowering.KernelRule;
import io.cambric.kernel.Prepacked;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operand that the kernel of a step packs once. All iterations of a loop share the packed form
 * of a loop-invariant operand; all runs share the packed form of a prepacked argument. Example: the
 * weights of a recurrent cell. Mutable; used by one run at a time.
 */
final class PrepackedOperand {

  private final BoundStep call;

  /** The operands that the kernel can prepack. */
  private final Set<Integer> prepacked;

  private final List<Reference> references;

  /** The number of the operand that a prologue computes, or the number of operands if none does. */
  private final int computed;

  private @Nullable Prepacked packed;

  /**
   * Starts with nothing packed.
   *
   * @param call the step, the same object in all frames of its program
   * @param references the operands of the call that are in memory
   * @param computed the number of the operand that a prologue computes, or the number of operands
   */
  PrepackedOperand(BoundStep call, KernelRule rule, List<Reference> references, int computed) {
    this.call = call;
    this.prepacked = rule.traits().prepacked();
    this.references = references;
    this.computed = computed;
  }

  /**
   * {@return a loop-invariant operand or a prepacked argument that the kernel can prepack, with its
   * packed form; {@code null} if there is none}
   */
  @Nullable Prepacked in(ProgramFrame frame) {
    for (int i = 0; i < references.size(); i++) {
      int operand = i < computed ? i : i + 1;
      int slot = references.get(i).slot();
      var panels = frame.prepacked(slot);
      if ((panels != null || frame.isInvariant(slot)) && prepacked.contains(operand)) {
        return panels == null ? of(operand) : panels.of(call, operand);
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

  /** Invalidates the packed form, because the next loop may have another operand. */
  void release() {
    if (packed != null) {
      packed.invalidate();
    }
  }
}

package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.compile.Program.Reference;
import io.cambric.kernel.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operands of a step in one frame, made anew only if one lies elsewhere than in the run before.
 * Mutable; used by one run at a time.
 */
final class StepOperands {

  /** The rank of operands that have the strides of their own axes. */
  static final int OWN = -1;

  private final List<Reference> references;
  private final int[][] strides;
  private final @Nullable Buffer[] places;
  private final @Nullable Operand[] operands;
  private @Nullable List<Operand> all;

  /**
   * Prepares operands.
   *
   * @param rank of the loop that reads them, in which scalars take part with strides of 0, or
   *     {@link #OWN}
   */
  StepOperands(List<Reference> references, int rank) {
    this.references = List.copyOf(references);
    strides = new int[references.size()][];
    for (int i = 0; i < strides.length; i++) {
      int[] own = references.get(i).strides();
      strides[i] = rank == OWN || own.length == rank ? own : new int[rank];
    }
    places = new Buffer[strides.length];
    operands = new Operand[strides.length];
  }

  /** {@return the operands as they lie now: the same list as before if none has moved} */
  List<Operand> in(ProgramFrame frame) {
    boolean moved = false;
    for (int i = 0; i < strides.length; i++) {
      var reference = references.get(i);
      var place = frame.buffer(reference.slot());
      int offset = frame.offset(reference.slot()) + reference.offset();
      var known = operands[i];
      if (known == null || places[i] != place || known.offset() != offset) {
        operands[i] = new Operand(place.as(reference.dtype()), offset, strides[i]);
        places[i] = place;
        moved = true;
      }
    }
    var known = all;
    if (moved || known == null) {
      known = List.of(operands);
      all = known;
    }
    return known;
  }

  /** Lets go of the operands that lie in slots below {@code lent}. */
  void release(int lent) {
    for (int i = 0; i < strides.length; i++) {
      if (references.get(i).slot() < lent) {
        places[i] = null;
        operands[i] = null;
        all = null;
      }
    }
  }
}

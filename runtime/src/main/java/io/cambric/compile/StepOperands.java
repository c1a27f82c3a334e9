package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.compile.Program.Reference;
import io.cambric.kernel.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operands of a step in one frame, cached between runs. An operand is created again only if its
 * memory has changed since the last run. Mutable; used by one run at a time.
 */
final class StepOperands {

  /** The rank of a step whose operands keep the strides of their own axes. */
  static final int OWN = -1;

  private final List<Reference> references;
  private final int[][] strides;
  private final @Nullable Buffer[] places;
  private final @Nullable Operand[] operands;
  private @Nullable List<Operand> all;

  /**
   * Starts with no operands.
   *
   * @param rank rank of the loop that reads the operands, in which scalars have strides of 0; or
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

  /** {@return the current operands; the same list as before if no memory has changed} */
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

  /** Releases the operands in slots below {@code borrowed}, which belong to the caller. */
  void release(int borrowed) {
    for (int i = 0; i < strides.length; i++) {
      if (references.get(i).slot() < borrowed) {
        places[i] = null;
        operands[i] = null;
        all = null;
      }
    }
  }
}

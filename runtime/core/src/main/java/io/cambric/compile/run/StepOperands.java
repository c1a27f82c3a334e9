package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.compile.run.Program.Reference;
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

  private final int[] slots;
  private final int[] offsets;
  private final DType[] dtypes;
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
    slots = references.stream().mapToInt(Reference::slot).toArray();
    offsets = references.stream().mapToInt(Reference::offset).toArray();
    dtypes = references.stream().map(Reference::dtype).toArray(DType[]::new);
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
      var place = frame.buffer(slots[i]);
      int offset = frame.offset(slots[i]) + offsets[i];
      var known = operands[i];
      if (known == null || places[i] != place || known.offset() != offset) {
        operands[i] = new Operand(place.as(dtypes[i]), offset, strides[i]);
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
      if (slots[i] < borrowed) {
        places[i] = null;
        operands[i] = null;
        all = null;
      }
    }
  }
}

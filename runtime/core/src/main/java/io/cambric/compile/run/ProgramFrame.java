package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.PrepackedPanels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one run of a program: a buffer for each slot, and the reusable state of each step.
 * Used by one run at a time, and reused by later runs.
 */
final class ProgramFrame {

  /** The number of runs after which small steps get straight code. */
  private static final int REPEATED = 32;

  private final @Nullable Buffer[] memory;
  private final int[] offsets;
  private final List<StepRun> steps;
  private final int borrowed;

  /** The runs so far. */
  private int runs;

  /** The number of leading arguments that are loop-invariant. */
  private int invariants;

  /** The packed forms of arguments from run to run; {@code null} if none is prepacked. */
  private @Nullable PrepackedPanels prepacked;

  /** Buffers for carries of loops over the program, reused by the next loop. */
  private final List<Buffer> carries = new ArrayList<>();

  /**
   * Creates a frame.
   *
   * @param memory memory of each slot: unbound arguments and results, then temporaries
   * @param steps the steps of the program, with the state that they keep between runs
   * @param borrowed the number of arguments and results, whose memory belongs to the caller
   */
  ProgramFrame(@Nullable Buffer[] memory, List<StepRun> steps, int borrowed) {
    this.memory = memory;
    this.steps = new ArrayList<>(steps);
    this.offsets = new int[memory.length];
    this.borrowed = borrowed;
  }

  /** Binds an argument or a result to its memory. */
  void bind(int slot, Buffer buffer, int offset) {
    memory[slot] = buffer;
    offsets[slot] = offset;
  }

  /** Marks the leading arguments as invariant over all iterations of a loop. */
  void setInvariants(int arguments) {
    invariants = arguments;
  }

  /** {@return whether a slot is invariant over all iterations of a loop} */
  boolean isInvariant(int slot) {
    return slot < invariants;
  }

  /** Sets the packed forms of arguments from run to run; {@code null} for none. */
  void setPrepacked(@Nullable PrepackedPanels panels) {
    prepacked = panels;
  }

  /** {@return the packed forms of arguments, if the argument of a slot is prepacked; else null} */
  @Nullable PrepackedPanels prepacked(int slot) {
    return prepacked != null && prepacked.isPrepacked(slot) ? prepacked : null;
  }

  /** {@return the steps of the program, in order} */
  List<StepRun> steps() {
    return steps;
  }

  /** Counts a run. {@return whether the small steps get straight code now} */
  boolean isRepeated() {
    return runs++ == REPEATED;
  }

  /** Replaces small steps by their straight code. */
  void straighten(List<StraightSteps> straight) {
    for (var part : straight) {
      var replacements = StepRun.of(part);
      for (int i = 0; i < replacements.size(); i++) {
        steps.set(part.from() + i, replacements.get(i));
      }
    }
  }

  /** {@return the run of all steps as a single straight code, or null} */
  StepRun.@Nullable OfStraight whole() {
    boolean isWhole =
        !steps.isEmpty()
            && steps.getFirst() instanceof StepRun.OfStraight all
            && all.count() == steps.size();
    return isWhole ? (StepRun.OfStraight) steps.getFirst() : null;
  }

  /** {@return the memory behind a slot} */
  Buffer buffer(int slot) {
    var buffer = memory[slot];
    if (buffer == null) {
      throw new IllegalStateException("slot " + slot + " is read before it is bound");
    }
    return buffer;
  }

  /** {@return the offset of a slot in its buffer} */
  int offset(int slot) {
    return offsets[slot];
  }

  /** Unbinds arguments and results, so that the frame does not keep their arrays alive. */
  void release() {
    Arrays.fill(memory, 0, borrowed, null);
    invariants = 0;
    prepacked = null;
    for (var step : steps) {
      step.release(borrowed);
    }
  }

  /** {@return a buffer for a carry that is not in use} */
  Buffer carry(DType dtype, int length, Predicate<Buffer> isUsed) {
    for (var buffer : carries) {
      if (buffer.dtype() == dtype && buffer.length() == length && !isUsed.test(buffer)) {
        return buffer;
      }
    }
    var buffer = Buffer.allocate(dtype, length);
    carries.add(buffer);
    return buffer;
  }
}

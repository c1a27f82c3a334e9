package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one run of a program: what stands behind its slots. Later runs use it again; only
 * one does at a time.
 */
final class ProgramFrame {

  private final @Nullable Buffer[] memory;
  private final int[] offsets;
  private final List<StepRun> steps;
  private final int lent;

  /** How many arguments, the first ones, stay the same until all are let go of. */
  private int unchanging;

  /** Carries of loops over the program, kept for the next loop. */
  private final List<Buffer> carries = new ArrayList<>();

  /**
   * Makes a frame.
   *
   * @param memory temporaries; arguments and results come first, and are bound by each run
   * @param steps of the program, with what they keep between runs
   * @param lent how many arguments and results there are
   */
  ProgramFrame(@Nullable Buffer[] memory, List<StepRun> steps, int lent) {
    this.memory = memory;
    this.steps = steps;
    this.offsets = new int[memory.length];
    this.lent = lent;
  }

  /** Says where an argument or a result lies. */
  void bind(int slot, Buffer buffer, int offset) {
    memory[slot] = buffer;
    offsets[slot] = offset;
  }

  /** Says how many arguments, the first ones, stay the same for all runs of a loop. */
  void keep(int arguments) {
    unchanging = arguments;
  }

  /** {@return whether all runs of a loop find the same in a slot} */
  boolean isUnchanging(int slot) {
    return slot < unchanging;
  }

  /** {@return the steps of the program, in order} */
  List<StepRun> steps() {
    return steps;
  }

  /** {@return the memory behind a slot} */
  Buffer buffer(int slot) {
    var buffer = memory[slot];
    if (buffer == null) {
      throw new IllegalStateException("slot " + slot + " is read before it is bound");
    }
    return buffer;
  }

  /** {@return where a slot begins in its memory} */
  int offset(int slot) {
    return offsets[slot];
  }

  /** Lets go of arguments and results, so that they live no longer than their owners want. */
  void release() {
    Arrays.fill(memory, 0, lent, null);
    unchanging = 0;
    for (var step : steps) {
      step.release(lent);
    }
  }

  /** {@return memory for a carry that is not used} */
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

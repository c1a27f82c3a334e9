package io.cambric.programs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generator of steps of one operation: a row of the tables that programs are drawn from.
 *
 * @param row its name, by which draws are counted
 * @param rule makes a step, or {@code null} where the values at hand do not fit
 */
record StepGenerator(String row, Rule rule) {

  /** Makes a step. */
  @FunctionalInterface
  interface Rule {
    @Nullable Drawn draw(ProgramGenerator generator);
  }

  /** An operation on values that the generator knows. */
  record Drawn(Operation operation, List<Integer> operands) {}
}

package io.cambric.programs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the tables that programs are drawn from.
 *
 * @param row its name, by which draws are counted
 * @param rule makes a step, or {@code null} where the values at hand do not fit
 */
record Draw(String row, Rule rule) {

  /** Makes a step. */
  @FunctionalInterface
  interface Rule {
    @Nullable Drawn draw(Writer writer);
  }

  /** An operation on values of the writer. */
  record Drawn(Operation operation, List<Integer> operands) {}
}

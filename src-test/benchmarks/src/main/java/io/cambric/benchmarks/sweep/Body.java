package io.cambric.benchmarks.sweep;

import io.cambric.core.Array;
import java.util.List;

/** The function of an operation: its result is an array, or a pytree of arrays. */
@FunctionalInterface
interface Body {

  Object apply(Case of, List<Array> operands);

  /** A function of one operand. */
  @FunctionalInterface
  interface One {
    Object apply(Array x);
  }

  /** A function of two operands. */
  @FunctionalInterface
  interface Two {
    Object apply(Array x, Array y);
  }

  /** A function of three operands. */
  @FunctionalInterface
  interface Three {
    Object apply(Array x, Array y, Array z);
  }
}

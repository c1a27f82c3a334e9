package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import java.util.List;
import java.util.Map;

/**
 * The steps of a program before its buffers are planned.
 *
 * @param groups the loop or reduction of which an equation became part, by identity
 */
record Fused(
    List<Value.Place> inputs, List<Step> steps, List<Result> results, Map<Eqn, Group> groups) {

  /** Where a result of the program comes from. */
  sealed interface Result {
    /** A literal. */
    record Known(Atom.Literal literal) implements Result {}

    /** An input as it is. */
    record Input(int number) implements Result {}

    /** An array written by the program. */
    record Written(Value value) implements Result {}
  }
}

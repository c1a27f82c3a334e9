package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The steps of a program before its buffers are planned.
 *
 * @param jaxpr with its equations in the order of the steps
 * @param groups the loop or reduction of which an equation became part, by identity
 */
record FusedProgram(
    Jaxpr jaxpr,
    List<Value.Place> inputs,
    List<Step> steps,
    List<Result> results,
    Map<Eqn, FusionGroup> groups) {

  /** Where a result of the program comes from. */
  sealed interface Result {

    /**
     * {@return where the results of a program come from, with {@code written} for what it makes}
     */
    static List<Result> of(Jaxpr jaxpr, Function<Atom, Value> written) {
      var results = new ArrayList<Result>();
      for (var output : jaxpr.outputs()) {
        if (output instanceof Atom.Literal literal) {
          results.add(new Known(literal));
        } else {
          int input = jaxpr.inputs().indexOf(output);
          results.add(input >= 0 ? new Input(input) : new Written(written.apply(output)));
        }
      }
      return results;
    }

    /** A literal. */
    record Known(Atom.Literal literal) implements Result {}

    /** An input as it is. */
    record Input(int number) implements Result {}

    /** An array written by the program. */
    record Written(Value value) implements Result {}
  }
}

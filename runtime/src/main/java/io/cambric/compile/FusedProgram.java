package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A fused program: its steps, before buffers are assigned.
 *
 * @param jaxpr the program, with its equations in the order of the steps
 * @param inputs the memory of the arguments
 * @param steps the kernel calls
 * @param results the origin of each result
 * @param groups the fusion group of each equation that joined one, by identity
 */
record FusedProgram(
    Jaxpr jaxpr,
    List<Value.Place> inputs,
    List<Step> steps,
    List<Result> results,
    Map<Eqn, FusionGroup> groups) {

  /** The origin of a result of the program. */
  sealed interface Result {

    /**
     * {@return the origins of the results of a program}
     *
     * @param written the memory of a variable that the program computes
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

    /** An input, unchanged. */
    record Input(int number) implements Result {}

    /** An array written by the program. */
    record Written(Value value) implements Result {}
  }
}

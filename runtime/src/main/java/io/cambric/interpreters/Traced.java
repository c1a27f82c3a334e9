package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * A program as it was traced.
 *
 * @param jaxpr with the captured arrays as leading inputs
 * @param constants the captured arrays
 */
public record Traced(Jaxpr jaxpr, List<Array> constants) {

  /** Copies the constants. */
  public Traced {
    constants = List.copyOf(constants);
  }

  /** {@return the arguments with the captured arrays in front} */
  public List<Array> withConstants(List<? extends Array> arguments) {
    var all = new ArrayList<Array>(constants);
    all.addAll(arguments);
    return all;
  }

  /**
   * {@return the program with the arrays that rules made as constants in it, not as inputs}
   *
   * @throws IllegalStateException if it captured a tracer
   */
  public Jaxpr closed() {
    int count = constants.size();
    if (count == 0) {
      return jaxpr;
    }
    var eqns = new ArrayList<Eqn>();
    for (int i = 0; i < count; i++) {
      if (!(constants.get(i) instanceof NdArray value)) {
        throw new IllegalStateException("A derived program captured a tracer: " + constants.get(i));
      }
      eqns.add(
          new Eqn(
              new Constant(value), List.of(), List.of(jaxpr.inputs().get(i)), Source.capture()));
    }
    eqns.addAll(jaxpr.eqns());
    return new Jaxpr(jaxpr.inputs().subList(count, jaxpr.inputs().size()), eqns, jaxpr.outputs());
  }
}

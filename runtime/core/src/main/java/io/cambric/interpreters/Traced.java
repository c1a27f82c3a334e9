package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * A traced program with its captured arrays.
 *
 * @param jaxpr the program, with the captured arrays as leading inputs
 * @param constants the captured arrays
 */
public record Traced(Jaxpr jaxpr, List<Array> constants) {

  /** Copies the constants. */
  public Traced {
    constants = List.copyOf(constants);
  }

  /** {@return the captured arrays followed by the arguments} */
  public List<Array> withConstants(List<? extends Array> arguments) {
    var all = new ArrayList<Array>(constants);
    all.addAll(arguments);
    return all;
  }

  /**
   * {@return the program with captured arrays as constants instead of inputs}
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

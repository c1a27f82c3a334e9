package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builder of the jaxpr of one trace. Mutable while the trace runs.
 *
 * <p>Arrays from outside the trace become leading inputs, one per array. Concrete scalars that a
 * double holds become literals.
 */
final class JaxprBuilder {

  private final List<Eqn> eqns = new ArrayList<>();
  private final Map<Array, Atom.Var> constants = new IdentityHashMap<>();
  private final List<Array> constantValues = new ArrayList<>();
  private final List<Atom.Var> constantVars = new ArrayList<>();

  /** {@return the atom of an array from outside the trace} */
  Atom constant(Array value) {
    if (value instanceof NdArray array && Atom.Literal.holds(array)) {
      return new Atom.Literal(array.aval(), array.getDouble(0));
    }
    var known = constants.get(value);
    if (known != null) {
      return known;
    }
    var variable = new Atom.Var(value.aval());
    constants.put(value, variable);
    constantValues.add(value);
    constantVars.add(variable);
    return variable;
  }

  /** {@return a new equation} */
  Eqn add(Primitive primitive, List<Atom> inputs) {
    var avals = new ArrayList<ShapedArray>(inputs.size());
    for (var input : inputs) {
      avals.add(input.aval());
    }
    var outputs = new ArrayList<Atom.Var>();
    for (var aval : primitive.abstractEval(avals)) {
      outputs.add(new Atom.Var(aval));
    }
    var eqn = new Eqn(primitive, inputs, outputs, Source.capture());
    eqns.add(eqn);
    return eqn;
  }

  /** {@return the program, with the captured arrays as leading inputs} */
  Traced build(Collection<Atom.Var> inputs, List<Atom> outputs) {
    var all = new ArrayList<>(constantVars);
    all.addAll(inputs);
    return new Traced(new Jaxpr(all, eqns, outputs), List.copyOf(constantValues));
  }
}

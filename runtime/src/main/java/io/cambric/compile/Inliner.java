package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Replaces calls of programs by their equations. */
final class Inliner {

  private final List<Eqn> eqns = new ArrayList<>();

  private Inliner() {}

  static Jaxpr inline(Jaxpr jaxpr) {
    var inliner = new Inliner();
    var environment = new IdentityHashMap<Atom.Var, Atom>();
    jaxpr.inputs().forEach(input -> environment.put(input, input));
    var outputs = inliner.emit(jaxpr, environment);
    return new Jaxpr(jaxpr.inputs(), inliner.eqns, outputs);
  }

  private List<Atom> emit(Jaxpr jaxpr, Map<Atom.Var, Atom> environment) {
    for (var eqn : jaxpr.eqns()) {
      var inputs = Atoms.replace(eqn.inputs(), environment);
      var avals = inputs.stream().map(Atom::aval).toList();
      if (eqn.primitive().lower(avals) instanceof Lowering.Call(var callee)) {
        var inner = new IdentityHashMap<Atom.Var, Atom>();
        for (int i = 0; i < inputs.size(); i++) {
          inner.put(callee.inputs().get(i), inputs.get(i));
        }
        var results = emit(callee, inner);
        for (int i = 0; i < results.size(); i++) {
          environment.put(eqn.outputs().get(i), results.get(i));
        }
      } else {
        var outputs = new ArrayList<Atom.Var>(eqn.outputs().size());
        for (var output : eqn.outputs()) {
          var fresh = new Atom.Var(output.aval());
          environment.put(output, fresh);
          outputs.add(fresh);
        }
        eqns.add(eqn.with(inputs, outputs));
      }
    }
    return Atoms.replace(jaxpr.outputs(), environment);
  }
}

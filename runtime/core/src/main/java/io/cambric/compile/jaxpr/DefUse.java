package io.cambric.compile.jaxpr;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Def-use chains of a jaxpr: the equations that read each variable. */
final class DefUse {

  private final Map<Atom.Var, Set<Eqn>> readers = new IdentityHashMap<>();
  private final Map<Atom, Integer> counts = new IdentityHashMap<>();

  DefUse(Jaxpr jaxpr) {
    for (var eqn : jaxpr.eqns()) {
      for (var input : eqn.inputs()) {
        if (input instanceof Atom.Var variable) {
          counts.merge(variable, 1, Integer::sum);
          readers
              .computeIfAbsent(variable, _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
              .add(eqn);
        }
      }
    }
    jaxpr.outputs().forEach(output -> counts.merge(output, 1, Integer::sum));
  }

  /** {@return the equations that read a variable} */
  Set<Eqn> of(Atom.Var variable) {
    return readers.getOrDefault(variable, Set.of());
  }

  /** {@return the number of uses of an atom, by equations and as a result} */
  int count(Atom atom) {
    return counts.getOrDefault(atom, 0);
  }
}

package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayDeque;
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

  /**
   * {@return whether the results of a row reduction are broadcast over the rows again, possibly
   * after pointwise work. A softmax does so with its sums.}
   */
  boolean isBroadcastOverRows(Eqn reduction, Shape shape) {
    int count = RowReductions.outer(shape).size();
    var reached = new ArrayDeque<Atom.Var>(reduction.outputs());
    Set<Eqn> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!reached.isEmpty()) {
      for (var eqn : of(reached.remove())) {
        if (!isPointwise(eqn)) { // a callback has no output
          continue;
        }
        var result = eqn.outputs().getFirst().aval().shape();
        if (result.equals(shape)) {
          return true;
        }
        if (result.size() == count && seen.add(eqn)) {
          reached.addAll(eqn.outputs());
        }
      }
    }
    return false;
  }

  private static boolean isPointwise(Eqn eqn) {
    return switch (eqn.lowering()) {
      case Lowering.Elementwise _, Lowering.View _ -> true;
      default -> false;
    };
  }
}

package io.cambric.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Drops the equations without effects whose results nothing reads. */
public final class DeadCode {

  private DeadCode() {}

  /** {@return the program without equations whose results nothing reads} */
  public static Jaxpr drop(Jaxpr jaxpr) {
    Set<Atom> used = Collections.newSetFromMap(new IdentityHashMap<>());
    used.addAll(jaxpr.outputs());
    var kept = new ArrayDeque<Eqn>();
    for (var eqn : jaxpr.eqns().reversed()) {
      if (eqn.primitive().hasEffects() || eqn.outputs().stream().anyMatch(used::contains)) {
        used.addAll(eqn.inputs());
        kept.addFirst(eqn);
      }
    }
    List<Eqn> eqns = new ArrayList<>(kept);
    return new Jaxpr(jaxpr.inputs(), eqns, jaxpr.outputs());
  }
}

package io.cambric.compile.jaxpr;

import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Common subexpression elimination: keeps the first of equal operations on the same atoms. Its
 * results replace the results of the others. Operations with effects and optimization barriers are
 * left alone.
 */
public final class CommonSubexpressions {

  private record Key(Primitive primitive, List<Atom> inputs) {}

  private CommonSubexpressions() {}

  /** {@return an equal program without duplicate equations} */
  public static Jaxpr merge(Jaxpr jaxpr) {
    var replacements = new IdentityHashMap<Atom.Var, Atom>();
    var known = new HashMap<Key, Eqn>();
    var eqns = new ArrayList<Eqn>();
    for (var original : jaxpr.eqns()) {
      var eqn = original.with(Atoms.replace(original.inputs(), replacements), original.outputs());
      var earlier =
          eqn.primitive().hasEffects()
              ? null
              : known.putIfAbsent(new Key(eqn.primitive(), eqn.inputs()), eqn);
      if (earlier == null || eqn.lowering() instanceof Lowering.Barrier) {
        eqns.add(eqn);
      } else {
        for (int i = 0; i < eqn.outputs().size(); i++) {
          replacements.put(eqn.outputs().get(i), earlier.outputs().get(i));
        }
      }
    }
    return new Jaxpr(jaxpr.inputs(), eqns, Atoms.replace(jaxpr.outputs(), replacements));
  }
}

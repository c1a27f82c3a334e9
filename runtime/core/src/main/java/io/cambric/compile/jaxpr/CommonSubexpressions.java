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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Common subexpression elimination: keeps the first of equal operations on the same atoms. Its
 * results replace the results of the others. Loops with equal bodies are equal, even if each was
 * traced separately. Operations with effects and optimization barriers are left alone.
 */
public final class CommonSubexpressions {

  /**
   * Equations with the same key may be equal. They are few, so their parameters are then compared.
   */
  private record Key(Class<? extends Primitive> operation, List<Atom> inputs) {}

  private CommonSubexpressions() {}

  /** {@return an equal program without duplicate equations} */
  public static Jaxpr merge(Jaxpr jaxpr) {
    var replacements = new IdentityHashMap<Atom.Var, Atom>();
    var known = new HashMap<Key, List<Eqn>>();
    var eqns = new ArrayList<Eqn>();
    for (var original : jaxpr.eqns()) {
      var eqn = original.with(Atoms.replace(original.inputs(), replacements), original.outputs());
      var earlier = eqn.primitive().hasEffects() ? null : earlier(eqn, known);
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

  /** {@return an earlier equation of the same operation on the same atoms; else adds this one} */
  private static @Nullable Eqn earlier(Eqn eqn, Map<Key, List<Eqn>> known) {
    var key = new Key(eqn.primitive().getClass(), eqn.inputs());
    var candidates = known.computeIfAbsent(key, _ -> new ArrayList<>(1));
    for (var candidate : candidates) {
      if (eqn.hasOperationOf(candidate)) {
        return candidate;
      }
    }
    candidates.add(eqn);
    return null;
  }
}

package io.cambric.compile.jaxpr;

import io.cambric.core.Atom;
import io.cambric.core.CollectiveRule;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asynchronous collectives: each collective is divided into a start and an end. The start moves up
 * to the equation that makes the last operand; the end stays in place. Elements are sent while the
 * program computes values that do not depend on them. Example: the sum of the gradients of a last
 * layer, while the backward pass continues.
 *
 * <p>Starts are in the order in which the program makes their operands, so the order is the same in
 * all members. A gradient lists the first layer first but computes it last.
 */
public final class CollectiveStarts {

  /**
   * The collectives that start after an equation, by its number; -1 is the start of the program.
   */
  private final Map<Integer, List<Eqn>> behind = new HashMap<>();

  private final Map<Atom, Integer> makers = new IdentityHashMap<>();

  private CollectiveStarts() {}

  /** {@return an equal program} */
  public static Jaxpr hoist(Jaxpr jaxpr) {
    return new CollectiveStarts().hoisted(jaxpr);
  }

  private Jaxpr hoisted(Jaxpr jaxpr) {
    var eqns = new ArrayList<Eqn>();
    for (var eqn : jaxpr.eqns()) {
      int number = eqns.size();
      eqns.add(eqn);
      if (eqn.lowering() instanceof Lowering.Kernel(CollectiveRule rule)) {
        int latest = -1;
        for (var input : eqn.inputs()) {
          latest = Math.max(latest, makers.getOrDefault(input, -1));
        }
        if (latest < number - 1) {
          eqns.set(number, divided(eqn, rule, latest));
        }
      }
      eqn.outputs().forEach(output -> makers.put(output, number));
    }
    return behind.isEmpty() ? jaxpr : new Jaxpr(jaxpr.inputs(), withStarts(eqns), jaxpr.outputs());
  }

  /** {@return the end of a collective, with its start put after an equation} */
  private Eqn divided(Eqn eqn, CollectiveRule rule, int place) {
    var aval = rule.start().abstractEval(rule.avals()).getFirst();
    var number = new Atom.Var(aval);
    behind
        .computeIfAbsent(place, _ -> new ArrayList<>())
        .add(new Eqn(rule.start(), eqn.inputs(), List.of(number), eqn.source()));
    var inputs = new ArrayList<Atom>();
    inputs.add(number);
    inputs.addAll(eqn.inputs());
    return new Eqn(rule.done(), inputs, eqn.outputs(), eqn.source());
  }

  private List<Eqn> withStarts(List<Eqn> eqns) {
    var all = new ArrayList<Eqn>(behind.getOrDefault(-1, List.of()));
    for (int i = 0; i < eqns.size(); i++) {
      all.add(eqns.get(i));
      all.addAll(behind.getOrDefault(i, List.of()));
    }
    return all;
  }
}

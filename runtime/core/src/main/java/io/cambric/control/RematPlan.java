package io.cambric.control;

import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.interpreters.JaxprTransforms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A checkpointed program, split by partial evaluation into a forward pass with few residuals and a
 * linear program that recomputes the others.
 *
 * @param forward from operands to results and saved residuals
 * @param kept whether the linear program reads each operand
 * @param linear from these operands, saved residuals and nonzero tangents to the nonzero tangents
 *     of the results
 * @param nonzero whether each result has a tangent
 */
record RematPlan(Jaxpr forward, List<Boolean> kept, Jaxpr linear, List<Boolean> nonzero) {

  private record Key(CheckpointPolicy policy, List<Boolean> nonzero) {}

  static RematPlan of(Jaxpr jaxpr, CheckpointPolicy policy, List<Boolean> nonzero) {
    return jaxpr.derive(
        new Key(policy, List.copyOf(nonzero)), source -> make(source, policy, nonzero));
  }

  private static RematPlan make(Jaxpr jaxpr, CheckpointPolicy policy, List<Boolean> nonzero) {
    var derived = JaxprTransforms.linearize(jaxpr, nonzero);
    var primal =
        Inliner.inline(
            derived.primal(), eqn -> eqn.primitive() instanceof JitCall call ? call.jaxpr() : null);
    int results = jaxpr.outputs().size();
    var residuals = primal.outputs().subList(results, primal.outputs().size());
    var linear = DeadCode.drop(reading(derived.linear(), residuals));

    Set<Atom> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    linear.eqns().forEach(eqn -> needed.addAll(eqn.inputs()));
    needed.addAll(linear.outputs());
    var saved = new ArrayList<Atom.Var>();
    var recomputed = new ArrayDeque<Eqn>();
    for (var eqn : primal.eqns().reversed()) {
      var read = eqn.outputs().stream().filter(needed::contains).toList();
      if (!read.isEmpty() && isSaveable(policy, eqn)) {
        saved.addAll(read);
      } else if (!read.isEmpty()) {
        needed.addAll(eqn.inputs());
        recomputed.addFirst(eqn);
      }
    }
    var kept = OperandMask.where(primal.inputs(), needed::contains);
    var forward =
        new Jaxpr(
            primal.inputs(),
            primal.eqns(),
            OperandMask.<Atom>concat(primal.outputs().subList(0, results), saved));
    var inputs =
        OperandMask.<Atom.Var>concat(
            OperandMask.choose(primal.inputs(), kept), saved, linear.inputs());
    return new RematPlan(
        DeadCode.drop(forward),
        kept,
        new Jaxpr(
            inputs,
            OperandMask.<Eqn>concat(new ArrayList<>(recomputed), linear.eqns()),
            linear.outputs()),
        derived.nonzero());
  }

  /**
   * {@return the linear program, which reads residuals as values of the program and not as inputs}
   */
  private static Jaxpr reading(Jaxpr linear, List<Atom> residuals) {
    var replacements = new IdentityHashMap<Atom.Var, Atom>();
    for (int i = 0; i < residuals.size(); i++) {
      replacements.put(linear.inputs().get(i), residuals.get(i));
    }
    var eqns = new ArrayList<Eqn>();
    for (var eqn : linear.eqns()) {
      eqns.add(eqn.with(Atoms.replace(eqn.inputs(), replacements), eqn.outputs()));
    }
    return new Jaxpr(
        linear.inputs().subList(residuals.size(), linear.inputs().size()),
        eqns,
        Atoms.replace(linear.outputs(), replacements));
  }

  /**
   * {@return whether the results of an equation are saved; an equation without operands is always
   * recomputed}
   */
  private static boolean isSaveable(CheckpointPolicy policy, Eqn eqn) {
    return !eqn.inputs().isEmpty()
        && policy.isSaveable(eqn.primitive(), eqn.inputs().stream().map(Atom::aval).toList());
  }
}

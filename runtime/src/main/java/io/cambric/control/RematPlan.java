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
 * A checkpointed program apart in a forward pass that keeps little and a linear program that
 * computes the rest again.
 *
 * @param forward from operands to results and what the policy keeps
 * @param kept which operands the linear program reads
 * @param linear from those operands, what is kept, and nonzero tangents to the nonzero tangents of
 *     the results
 * @param nonzero which results have a tangent
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
    var again = new ArrayDeque<Eqn>();
    for (var eqn : primal.eqns().reversed()) {
      var read = eqn.outputs().stream().filter(needed::contains).toList();
      if (!read.isEmpty() && isSaveable(policy, eqn)) {
        saved.addAll(read);
      } else if (!read.isEmpty()) {
        needed.addAll(eqn.inputs());
        again.addFirst(eqn);
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
            OperandMask.<Eqn>concat(new ArrayList<>(again), linear.eqns()),
            linear.outputs()),
        derived.nonzero());
  }

  /** {@return the linear program reading its residuals where they are computed} */
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

  /** What has no operands costs nothing to make again. */
  private static boolean isSaveable(CheckpointPolicy policy, Eqn eqn) {
    return !eqn.inputs().isEmpty()
        && policy.isSaveable(eqn.primitive(), eqn.inputs().stream().map(Atom::aval).toList());
  }
}

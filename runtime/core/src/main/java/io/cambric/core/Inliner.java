package io.cambric.core;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Replaces calls of programs by their equations. */
public final class Inliner {

  private final Function<Eqn, @Nullable Jaxpr> calleeOf;
  private final List<Eqn> eqns = new ArrayList<>();

  private Inliner(Function<Eqn, @Nullable Jaxpr> calleeOf) {
    this.calleeOf = calleeOf;
  }

  /** {@return the program with all calls inlined} */
  public static Jaxpr inline(Jaxpr jaxpr) {
    return inline(jaxpr, Inliner::callee);
  }

  /**
   * {@return the program with some calls inlined, at every depth}
   *
   * @param calleeOf the program that an equation calls, or {@code null} to leave it as it is
   */
  public static Jaxpr inline(Jaxpr jaxpr, Function<Eqn, @Nullable Jaxpr> calleeOf) {
    var inliner = new Inliner(calleeOf);
    var environment = new IdentityHashMap<Atom.Var, Atom>();
    jaxpr.inputs().forEach(input -> environment.put(input, input));
    var outputs = inliner.emit(jaxpr, environment);
    return new Jaxpr(jaxpr.inputs(), inliner.eqns, outputs);
  }

  /** {@return the program that an equation calls, or {@code null} if it calls none} */
  public static @Nullable Jaxpr callee(Eqn eqn) {
    return eqn.lowering() instanceof Lowering.Call(var jaxpr) ? jaxpr : null;
  }

  private List<Atom> emit(Jaxpr jaxpr, Map<Atom.Var, Atom> environment) {
    for (var original : jaxpr.eqns()) {
      var eqn = original.with(Atoms.replace(original.inputs(), environment), original.outputs());
      var callee = calleeOf.apply(eqn);
      if (callee == null) {
        var outputs = new ArrayList<Atom.Var>(eqn.outputs().size());
        for (var output : eqn.outputs()) {
          var fresh = new Atom.Var(output.aval());
          environment.put(output, fresh);
          outputs.add(fresh);
        }
        eqns.add(eqn.with(eqn.inputs(), outputs));
        continue;
      }
      var inner = new IdentityHashMap<Atom.Var, Atom>();
      for (int i = 0; i < eqn.inputs().size(); i++) {
        inner.put(callee.inputs().get(i), eqn.inputs().get(i));
      }
      var results = emit(callee, inner);
      for (int i = 0; i < results.size(); i++) {
        environment.put(eqn.outputs().get(i), results.get(i));
      }
    }
    return Atoms.replace(jaxpr.outputs(), environment);
  }
}

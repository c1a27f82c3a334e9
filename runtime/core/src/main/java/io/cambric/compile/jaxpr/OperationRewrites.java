package io.cambric.compile.jaxpr;

import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.RewriteContext;
import io.cambric.core.Source;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Peephole rewrites: replaces an operation by cheaper ones, given the equations that make its
 * operands. The rules are found by primitive ({@link RewriteRegistry}).
 */
public final class OperationRewrites {

  private final DefUse readers;
  private final Map<Atom.Var, Atom> replaced = new IdentityHashMap<>();
  private final Map<Atom, Eqn> makers = new IdentityHashMap<>();
  private final List<Eqn> eqns = new ArrayList<>();

  /** Uses that the rewrites added: by replaced results, and by operands of new equations. */
  private final Map<Atom, Integer> uses = new IdentityHashMap<>();

  private OperationRewrites(Jaxpr jaxpr) {
    readers = new DefUse(jaxpr);
  }

  /** {@return an equal program; the same object if nothing was replaced} */
  public static Jaxpr apply(Jaxpr jaxpr) {
    var pass = new OperationRewrites(jaxpr);
    jaxpr.eqns().forEach(pass::visit);
    return pass.replaced.isEmpty()
        ? jaxpr
        : new Jaxpr(jaxpr.inputs(), pass.eqns, Atoms.replace(jaxpr.outputs(), pass.replaced));
  }

  private void visit(Eqn original) {
    var eqn = original.with(Atoms.replace(original.inputs(), replaced), original.outputs());
    var results = RewriteRegistry.all().replacement(eqn, new Context(eqn.source()));
    if (results == null) {
      emit(eqn);
      return;
    }
    for (int i = 0; i < results.size(); i++) {
      replaced.put(eqn.outputs().get(i), results.get(i));
      uses.merge(results.get(i), uses(eqn.outputs().get(i)), Integer::sum);
    }
  }

  private int uses(Atom atom) {
    return readers.count(atom) + uses.getOrDefault(atom, 0);
  }

  private void emit(Eqn eqn) {
    eqns.add(eqn);
    eqn.outputs().forEach(output -> makers.put(output, eqn));
  }

  /** The rewrite context of an equation. New equations are attributed to its source line. */
  private final class Context implements RewriteContext {

    private final Source source;

    Context(Source source) {
      this.source = source;
    }

    @Override
    public @Nullable Eqn maker(Atom atom) {
      return makers.get(atom);
    }

    @Override
    public int uses(Atom atom) {
      return OperationRewrites.this.uses(atom);
    }

    @Override
    public Atom.Var bind(Primitive primitive, List<Atom> operands) {
      var avals = operands.stream().map(Atom::aval).toList();
      var result = new Atom.Var(primitive.abstractEval(avals).getFirst());
      emit(new Eqn(primitive, operands, List.of(result), source));
      operands.forEach(operand -> uses.merge(operand, 1, Integer::sum));
      return result;
    }
  }
}

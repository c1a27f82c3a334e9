package io.cambric.compile.jaxpr;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.Eager;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Algebraic simplification: folds known scalars and drops identities such as {@code x + 0}, {@code
 * x * 1}, conversions to the same dtype, and views of the whole array.
 *
 * <p>{@code x - 0}, {@code x * 1} and {@code x / 1} are dropped for all dtypes. {@code x + 0} is
 * dropped for integers only, because {@code -0.0 + 0} is {@code 0.0}.
 */
public final class Simplifier {

  private final Map<Atom.Var, Atom> replacements = new IdentityHashMap<>();
  private final List<Eqn> eqns = new ArrayList<>();

  private Simplifier() {}

  /** {@return an equal program} */
  public static Jaxpr simplify(Jaxpr jaxpr) {
    var simplifier = new Simplifier();
    jaxpr.eqns().forEach(simplifier::visit);
    return new Jaxpr(
        jaxpr.inputs(), simplifier.eqns, Atoms.replace(jaxpr.outputs(), simplifier.replacements));
  }

  private void visit(Eqn original) {
    var eqn = original.with(Atoms.replace(original.inputs(), replacements), original.outputs());
    var same = unchanged(eqn);
    if (same != null) {
      replacements.put(eqn.outputs().getFirst(), same);
      return;
    }
    var folded = fold(eqn);
    if (folded == null) {
      eqns.add(eqn);
      return;
    }
    for (int i = 0; i < folded.size(); i++) {
      replacements.put(eqn.outputs().get(i), folded.get(i));
    }
  }

  private static @Nullable List<Atom> fold(Eqn eqn) {
    if (eqn.primitive().hasEffects() || !eqn.primitive().axisNames().isEmpty()) {
      return null;
    }
    var operands = new ArrayList<NdArray>(eqn.inputs().size());
    for (var input : eqn.inputs()) {
      if (!(input instanceof Atom.Literal literal)) {
        return null;
      }
      operands.add(literal.array());
    }
    for (var output : eqn.outputs()) {
      if (!output.aval().shape().equals(Shape.scalar())) {
        return null;
      }
    }
    var folded = new ArrayList<Atom>();
    for (var value : Eager.run(eqn.primitive(), operands)) {
      var known = value.concrete("folding");
      if (!Atom.Literal.holds(known)) {
        return null;
      }
      folded.add(new Atom.Literal(known.aval(), known.getDouble(0)));
    }
    return folded;
  }

  /** {@return the operand that the only result of the equation equals, or {@code null}} */
  private static @Nullable Atom unchanged(Eqn eqn) {
    if (eqn.outputs().size() != 1 || eqn.inputs().isEmpty()) {
      return null;
    }
    var result = eqn.outputs().getFirst().aval();
    var first = eqn.inputs().getFirst();
    // Weak types do not change elements; programs restore them in their results.
    boolean sameType =
        first.aval().dtype() == result.dtype() && first.aval().shape().equals(result.shape());
    if (!sameType || first instanceof Atom.Literal) {
      return null;
    }
    var lowering = eqn.lowering();
    return switch (lowering) {
      case Lowering.Elementwise(var body) -> isIdentity(body, eqn) ? first : null;
      case Lowering.View(var rules) -> {
        var whole = Lowering.Layout.dense(result.shape(), 0);
        var layout = rules.getFirst().apply(whole);
        boolean identity =
            layout != null
                && layout.isDense()
                && layout.offset() == 0
                && result.shape().equals(layout.shape());
        yield identity ? first : null;
      }
      default -> null;
    };
  }

  private static boolean isIdentity(LoopBody body, Eqn eqn) {
    if (body.code().size() != 1) {
      return body.code().isEmpty();
    }
    var op = body.code().getFirst().op();
    if (op == ScalarOp.CONVERT) {
      return true;
    }
    if (eqn.inputs().size() != 2 || !(eqn.inputs().get(1) instanceof Atom.Literal literal)) {
      return false;
    }
    boolean floating = literal.aval().dtype().isFloating();
    return switch (op) {
      case MUL, DIV -> literal.value() == 1;
      case SUB -> literal.value() == 0 && 1 / literal.value() > 0;
      case ADD -> literal.value() == 0 && !floating;
      default -> false;
    };
  }
}

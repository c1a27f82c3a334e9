package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.Trace;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transposition, the backward pass: evaluates the transpose of a linear jaxpr, from cotangents of
 * its outputs to cotangents of its inputs. Equations on constants run forwards first; the linear
 * ones are then transposed in reverse order, and cotangents of a variable are summed.
 */
public final class Transposition {

  private final Map<Atom.Var, Array> known = new IdentityHashMap<>();
  private final Map<Atom.Var, Array> cotangents = new IdentityHashMap<>();
  private final Set<Atom.Var> linear = Collections.newSetFromMap(new IdentityHashMap<>());

  private Transposition() {}

  /**
   * {@return the cotangents of the linear inputs; {@code null} is a symbolic zero}
   *
   * @param jaxpr the program, linear in all inputs after the first {@code constants.size()}
   * @param constants the values of these first inputs
   * @param outputs one cotangent per output; {@code null} is a symbolic zero
   */
  public static List<@Nullable Array> transpose(
      Jaxpr jaxpr, List<? extends Array> constants, List<@Nullable Array> outputs) {
    return new Transposition().run(jaxpr, constants, outputs);
  }

  private List<@Nullable Array> run(
      Jaxpr jaxpr, List<? extends Array> constants, List<@Nullable Array> outputs) {
    for (int i = 0; i < constants.size(); i++) {
      known.put(jaxpr.inputs().get(i), constants.get(i));
    }
    var inputs = jaxpr.inputs().subList(constants.size(), jaxpr.inputs().size());
    linear.addAll(inputs);
    var backwards = new ArrayList<Eqn>(jaxpr.eqns().size());
    for (var eqn : jaxpr.eqns()) {
      if (eqn.inputs().stream().anyMatch(linear::contains)) {
        requireFloating(eqn);
        linear.addAll(eqn.outputs());
        backwards.add(eqn);
      } else {
        compute(eqn);
      }
    }
    for (int i = 0; i < outputs.size(); i++) {
      accumulate(jaxpr.outputs().get(i), outputs.get(i));
    }
    for (var eqn : backwards.reversed()) {
      transpose(eqn);
    }
    var results = new ArrayList<@Nullable Array>(inputs.size());
    for (var input : inputs) {
      results.add(cotangents.get(input));
    }
    return results;
  }

  private static void requireFloating(Eqn eqn) {
    for (var output : eqn.outputs()) {
      if (!output.aval().dtype().isFloating()) {
        throw eqn.primitive().missing("transpose", "a value of " + output.aval());
      }
    }
  }

  private void compute(Eqn eqn) {
    var operands = new ArrayList<Array>();
    for (var atom : eqn.inputs()) {
      operands.add(value(atom));
    }
    var results = Trace.at(eqn.source(), () -> Trace.bind(eqn.primitive(), operands));
    for (int i = 0; i < results.size(); i++) {
      known.put(eqn.outputs().get(i), results.get(i));
    }
  }

  private void transpose(Eqn eqn) {
    var incoming = new ArrayList<@Nullable Array>(eqn.outputs().size());
    boolean allZero = true;
    for (var output : eqn.outputs()) {
      var cotangent = cotangents.remove(output);
      allZero &= cotangent == null;
      incoming.add(cotangent);
    }
    if (allZero) {
      return;
    }
    var operands = new ArrayList<LinearOperand>(eqn.inputs().size());
    for (var atom : eqn.inputs()) {
      operands.add(
          isLinear(atom)
              ? new LinearOperand.Unknown(atom.aval())
              : new LinearOperand.Known(value(atom)));
    }
    var outgoing =
        Trace.at(
            eqn.source().inBackwardPass(), () -> eqn.primitive().transpose(incoming, operands));
    for (int i = 0; i < outgoing.size(); i++) {
      accumulate(eqn.inputs().get(i), outgoing.get(i));
    }
  }

  private boolean isLinear(Atom atom) {
    return atom instanceof Atom.Var variable && linear.contains(variable);
  }

  private Array value(Atom atom) {
    return switch (atom) {
      case Atom.Literal literal -> literal.array();
      case Atom.Var variable -> Objects.requireNonNull(known.get(variable));
    };
  }

  private void accumulate(Atom atom, @Nullable Array cotangent) {
    if (cotangent != null && atom instanceof Atom.Var variable && linear.contains(variable)) {
      var sum = Tangents.add(cotangents.get(variable), cotangent);
      if (sum != null) {
        cotangents.put(variable, sum);
      }
    }
  }
}

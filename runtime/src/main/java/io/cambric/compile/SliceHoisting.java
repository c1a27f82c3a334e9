package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts the operands of pointwise work instead of its result, where nothing but some parts of the
 * result is read: the work then joins the loops that read the parts, and the whole is never
 * written. The gates of an LSTM are such parts.
 */
final class SliceHoisting {

  /** Each part becomes a loop of its own if nothing joins it. */
  private static final int MAX_PARTS = 8;

  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Readers among the equations after the one that is looked at. */
  private final Map<Atom, List<Eqn>> readers = new IdentityHashMap<>();

  private final Set<Eqn> replaced = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Eqn> backwards = new ArrayList<>();

  private SliceHoisting() {}

  /** {@return an equal program} */
  static Jaxpr cut(Jaxpr jaxpr) {
    var pass = new SliceHoisting();
    pass.results.addAll(jaxpr.outputs());
    jaxpr.eqns().reversed().forEach(pass::visit);
    var eqns = pass.backwards.reversed().stream().filter(eqn -> !pass.replaced.contains(eqn));
    return new Jaxpr(jaxpr.inputs(), eqns.toList(), jaxpr.outputs());
  }

  private void visit(Eqn eqn) {
    var parts = isPointwise(eqn) ? partsOf(eqn.outputs().getFirst()) : List.<Eqn>of();
    if (parts.isEmpty()) {
      emit(eqn);
      return;
    }
    for (var part : parts) {
      replaced.add(part);
      var operands = new ArrayList<List<? extends Atom>>();
      var cuts = new ArrayList<Eqn>();
      for (var input : eqn.inputs()) {
        if (input.aval().rank() == 0) {
          operands.add(Collections.nCopies(part.outputs().size(), input));
        } else {
          var avals = part.primitive().abstractEval(List.of(input.aval()));
          var own = avals.stream().map(Atom.Var::new).toList();
          cuts.add(part.with(List.of(input), own));
          operands.add(own);
        }
      }
      for (int k = 0; k < part.outputs().size(); k++) {
        var inputs = new ArrayList<Atom>();
        for (var operand : operands) {
          inputs.add(operand.get(k));
        }
        emit(eqn.with(inputs, List.of(part.outputs().get(k))));
      }
      cuts.forEach(this::emit);
    }
  }

  private void emit(Eqn eqn) {
    backwards.add(eqn);
    for (var input : eqn.inputs()) {
      readers.computeIfAbsent(input, _ -> new ArrayList<>()).add(eqn);
    }
  }

  private static boolean isPointwise(Eqn eqn) {
    return !eqn.primitive().hasEffects()
        && eqn.outputs().size() == 1
        && eqn.lowering() instanceof Lowering.Elementwise(var body)
        && body.code().stream().noneMatch(instr -> instr.op() == ScalarOp.INDEX);
  }

  /**
   * {@return all that reads a value, if these are some parts of it that overlap little, or none}
   */
  private List<Eqn> partsOf(Atom whole) {
    var all = readers.getOrDefault(whole, List.of());
    if (results.contains(whole) || whole.aval().rank() == 0) {
      return List.of();
    }
    long elements = 0;
    int count = 0;
    for (var reader : all) {
      if (!isPart(reader, whole.aval())) {
        return List.of();
      }
      for (var output : reader.outputs()) {
        elements += output.aval().shape().size();
        count++;
      }
    }
    return elements <= whole.aval().shape().size() && count <= MAX_PARTS ? all : List.of();
  }

  private static boolean isPart(Eqn eqn, ShapedArray whole) {
    return eqn.lowering() instanceof Lowering.View
        && eqn.outputs().stream()
            .allMatch(output ->
                output.aval().dtype() == whole.dtype()
                    && output.aval().shape().size() < whole.shape().size());
  }
}

package io.cambric.compile.jaxpr;

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
 * Slice hoisting: moves slices above pointwise work. If a result is read only in slices, the
 * operands are sliced instead. The work then joins the loops that read the slices, and the whole
 * result is never stored. Example: the gates of an LSTM.
 */
public final class SliceHoisting {

  /** The largest number of slices. A slice becomes a loop of its own if no other loop joins it. */
  private static final int MAX_SLICES = 8;

  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Readers among the equations after the current one. */
  private final Map<Atom, List<Eqn>> readers = new IdentityHashMap<>();

  private final Set<Eqn> replaced = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Eqn> backwards = new ArrayList<>();

  private SliceHoisting() {}

  /** {@return an equal program} */
  public static Jaxpr cut(Jaxpr jaxpr) {
    var pass = new SliceHoisting();
    pass.results.addAll(jaxpr.outputs());
    jaxpr.eqns().reversed().forEach(pass::visit);
    var eqns = pass.backwards.reversed().stream().filter(eqn -> !pass.replaced.contains(eqn));
    return new Jaxpr(jaxpr.inputs(), eqns.toList(), jaxpr.outputs());
  }

  private void visit(Eqn eqn) {
    var slices = isPointwise(eqn) ? slicesOf(eqn.outputs().getFirst()) : List.<Eqn>of();
    if (slices.isEmpty()) {
      emit(eqn);
      return;
    }
    for (var slice : slices) {
      replaced.add(slice);
      var operands = new ArrayList<List<? extends Atom>>();
      var hoisted = new ArrayList<Eqn>();
      for (var input : eqn.inputs()) {
        if (input.aval().rank() == 0) {
          operands.add(Collections.nCopies(slice.outputs().size(), input));
        } else {
          var avals = slice.primitive().abstractEval(List.of(input.aval()));
          var own = avals.stream().map(Atom.Var::new).toList();
          hoisted.add(slice.with(List.of(input), own));
          operands.add(own);
        }
      }
      for (int k = 0; k < slice.outputs().size(); k++) {
        var inputs = new ArrayList<Atom>();
        for (var operand : operands) {
          inputs.add(operand.get(k));
        }
        emit(eqn.with(inputs, List.of(slice.outputs().get(k))));
      }
      hoisted.forEach(this::emit);
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
   * {@return the readers of a value, if all are slices that together have at most its size; else
   * none}
   */
  private List<Eqn> slicesOf(Atom whole) {
    var all = readers.getOrDefault(whole, List.of());
    if (results.contains(whole) || whole.aval().rank() == 0) {
      return List.of();
    }
    long elements = 0;
    int count = 0;
    for (var reader : all) {
      if (!isSlice(reader, whole.aval())) {
        return List.of();
      }
      for (var output : reader.outputs()) {
        elements += output.aval().shape().size();
        count++;
      }
    }
    return elements <= whole.aval().shape().size() && count <= MAX_SLICES ? all : List.of();
  }

  private static boolean isSlice(Eqn eqn, ShapedArray whole) {
    return eqn.lowering() instanceof Lowering.View
        && eqn.outputs().stream()
            .allMatch(output ->
                output.aval().dtype() == whole.dtype()
                    && output.aval().shape().size() < whole.shape().size());
  }
}

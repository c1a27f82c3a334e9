package io.cambric.control;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.Eqn;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.recompute.RecomputeCosts;
import io.cambric.recompute.Residuals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The residuals of a linearized scan, and their origin.
 *
 * <p>Residuals that depend on constants only are computed once, before the loop. A constant, a row
 * or a stacked result is not stacked again. A minimum cut chooses which of the other residuals are
 * stacked. The linear loop recomputes the rest from them, by views and cheap elementwise
 * operations. Example: a cell of an LSTM stacks gates, memory and output, and recomputes the
 * derivatives of its activations.
 */
final class ScanResiduals {

  private enum Kind {
    CONSTANT,
    HOISTED,
    ROW,
    RESULT,
    COMPUTED;

    boolean isInvariant() {
      return this == CONSTANT || this == HOISTED;
    }
  }

  private record Key(
      List<Boolean> nonzero, List<Boolean> instantiate, int constants, int carries) {}

  private final Scan scan;
  private final Jaxpr primal;
  private final JaxprTransforms.Linear derived;
  private final Map<Atom, Eqn> makers = new IdentityHashMap<>();
  private final Set<Atom> invariants = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Eqn> hoistable = new ArrayList<>();
  private final Set<Atom.Var> recomputed;

  /** The values that the linear loop reads, with the input for each. */
  private final Map<Atom, Atom.Var> stored = new LinkedHashMap<>();

  private final Jaxpr linear;
  private final Jaxpr body;
  private final Jaxpr hoisted;

  private ScanResiduals(Scan scan, List<Boolean> nonzero, JaxprTransforms.Linear derived) {
    this.scan = scan;
    this.derived = derived;
    primal =
        Inliner.inline(
            derived.primal(), eqn -> eqn.primitive() instanceof JitCall call ? call.jaxpr() : null);
    invariants.addAll(primal.inputs().subList(0, scan.constants()));
    for (var eqn : primal.eqns()) {
      eqn.outputs().forEach(output -> makers.put(output, eqn));
      if (!eqn.primitive().hasEffects() && eqn.inputs().stream().allMatch(this::isInvariant)) {
        invariants.addAll(eqn.outputs());
        hoistable.add(eqn);
      }
    }
    recomputed = recomputed();
    linear = linearPart(Collections.frequency(nonzero.subList(0, scan.fixed()), true));
    body =
        new Jaxpr(primal.inputs(), primal.eqns(), OperandMask.concat(results(), of(Kind.COMPUTED)));
    hoisted = new Jaxpr(primal.inputs().subList(0, scan.constants()), hoistable, of(Kind.HOISTED));
  }

  /**
   * {@return the residuals of a scan}
   *
   * @param nonzero whether each operand has a tangent, including carries that receive one
   * @param instantiate whether each result has a tangent even if it is zero
   */
  static ScanResiduals of(Scan scan, List<Boolean> nonzero, List<Boolean> instantiate) {
    return scan.body()
        .derive(
            new Key(nonzero, instantiate, scan.constants(), scan.carries()),
            body ->
                new ScanResiduals(
                    scan, nonzero, JaxprTransforms.linearize(body, nonzero, instantiate)));
  }

  /** {@return the body of the loop that also stacks residuals} */
  Jaxpr body() {
    return body;
  }

  /** {@return the program from constants to the residuals that depend on them alone} */
  Jaxpr hoisted() {
    return hoisted;
  }

  /**
   * {@return the body of the linear loop}
   *
   * <p>Inputs: invariant residuals, tangents of constants and carries, rows of residuals, and
   * tangents of rows. Results: tangents.
   */
  Jaxpr linear() {
    return linear;
  }

  /** {@return whether each result has a tangent} */
  List<Boolean> nonzero() {
    return derived.nonzero();
  }

  /** {@return the loop-invariant residuals} */
  List<Array> invariant(List<Array> primals, List<Array> hoistedValues) {
    var hoistedResiduals = hoistedValues.iterator();
    return stored.keySet().stream()
        .filter(atom -> kind(atom).isInvariant())
        .map(atom ->
            kind(atom) == Kind.CONSTANT
                ? primals.get(primal.inputs().indexOf(atom))
                : hoistedResiduals.next())
        .toList();
  }

  /**
   * {@return the residuals with a row per iteration}
   *
   * @param results all results of the loop with {@link #body}
   */
  List<Array> rows(List<Array> primals, List<Array> results) {
    var computed = results.subList(results().size(), results.size()).iterator();
    return stored.keySet().stream()
        .filter(atom -> !kind(atom).isInvariant())
        .map(atom ->
            switch (kind(atom)) {
              case ROW -> primals.get(primal.inputs().indexOf(atom));
              case RESULT -> results.get(results().lastIndexOf(atom));
              default -> computed.next();
            })
        .toList();
  }

  private boolean isInvariant(Atom atom) {
    return !(atom instanceof Atom.Var) || invariants.contains(atom);
  }

  private List<Atom> results() {
    return primal.outputs().subList(0, scan.body().outputs().size());
  }

  private List<Atom> residuals() {
    return primal.outputs().subList(scan.body().outputs().size(), primal.outputs().size());
  }

  private List<Atom> of(Kind kind) {
    return stored.keySet().stream().filter(atom -> kind(atom) == kind).toList();
  }

  private Kind kind(Atom atom) {
    int input = atom instanceof Atom.Var ? primal.inputs().indexOf(atom) : -1;
    if (input >= 0 && input < scan.constants()) {
      return Kind.CONSTANT;
    }
    if (isInvariant(atom)) {
      return Kind.HOISTED;
    }
    if (input >= scan.fixed()) {
      return Kind.ROW;
    }
    return results().lastIndexOf(atom) >= scan.carries() ? Kind.RESULT : Kind.COMPUTED;
  }

  private Set<Atom.Var> recomputed() {
    var order = new LinkedHashSet<Atom.Var>();
    residuals().forEach(residual -> addAfterOperands(residual, order));
    var choice = new Residuals();
    for (var value : order) {
      var operations = operations(value);
      if (operations.isEmpty()) {
        choice.add(value, storeCost(value), RecomputeCosts.INFINITE, List.of());
      } else {
        long cost = (long) operations.getAsInt() * value.aval().shape().size();
        choice.add(value, storeCost(value), cost, operands(value));
      }
    }
    residuals().stream()
        .filter(residual -> !isInvariant(residual))
        .distinct()
        .forEach(residual -> choice.request((Atom.Var) residual));
    return choice.recomputed();
  }

  private void addAfterOperands(Atom atom, Set<Atom.Var> order) {
    if (isInvariant(atom) || !(atom instanceof Atom.Var value) || order.contains(value)) {
      return;
    }
    if (operations(value).isPresent()) {
      operands(value).forEach(operand -> addAfterOperands(operand, order));
    }
    order.add(value);
  }

  /** {@return the operands of a value that are not loop-invariant} */
  private List<Atom.Var> operands(Atom.Var value) {
    return Objects.requireNonNull(makers.get(value)).inputs().stream()
        .filter(input -> !isInvariant(input))
        .map(Atom.Var.class::cast)
        .distinct()
        .toList();
  }

  /** {@return the operations per element that recompute a value, if the loop may recompute it} */
  private OptionalInt operations(Atom.Var value) {
    var eqn = makers.get(value);
    if (eqn == null || eqn.primitive().hasEffects()) {
      return OptionalInt.empty();
    }
    return switch (eqn.lowering()) {
      case Lowering.View _ -> OptionalInt.of(0);
      case Lowering.Elementwise(var loop) when eqn.outputs().size() == 1 ->
          RecomputeCosts.operations(loop);
      default -> OptionalInt.empty();
    };
  }

  private long storeCost(Atom.Var value) {
    long bytes = value.aval().bytes();
    long written = kind(value) == Kind.COMPUTED ? RecomputeCosts.WRITE : 0;
    return bytes * (RecomputeCosts.READ + RecomputeCosts.KEEP + written);
  }

  /** {@return the linear body, preceded by the recomputation of residuals} */
  private Jaxpr linearPart(int fixedTangents) {
    var eqns = new ArrayList<Eqn>();
    Map<Atom, Atom> values = new IdentityHashMap<>();
    var replaced = new IdentityHashMap<Atom.Var, Atom>();
    int count = residuals().size();
    var before = derived.linear().inputs();
    var tangents = before.subList(count, before.size());
    for (int i = 0; i < count; i++) {
      replaced.put(before.get(i), read(residuals().get(i), values, eqns));
    }
    for (var eqn : derived.linear().eqns()) {
      eqns.add(eqn.with(Atoms.replace(eqn.inputs(), replaced), eqn.outputs()));
    }
    var inputs =
        OperandMask.concat(
            inputs(true),
            tangents.subList(0, fixedTangents),
            inputs(false),
            tangents.subList(fixedTangents, tangents.size()));
    return new Jaxpr(inputs, eqns, Atoms.replace(derived.linear().outputs(), replaced));
  }

  /** {@return the inputs of the linear body for residuals that are, or are not, loop-invariant} */
  private List<Atom.Var> inputs(boolean invariant) {
    return stored.entrySet().stream()
        .filter(entry -> kind(entry.getKey()).isInvariant() == invariant)
        .map(Map.Entry::getValue)
        .toList();
  }

  /** {@return the atom of the linear body for a value of the primal body} */
  private Atom read(Atom atom, Map<Atom, Atom> values, List<Eqn> eqns) {
    var known = values.get(atom);
    if (known != null) {
      return known;
    }
    if (isRecomputed(atom)) {
      var eqn = Objects.requireNonNull(makers.get(atom));
      var inputs = new ArrayList<Atom>();
      eqn.inputs().forEach(input -> inputs.add(read(input, values, eqns)));
      var outputs = eqn.outputs().stream().map(output -> new Atom.Var(output.aval())).toList();
      for (int i = 0; i < outputs.size(); i++) {
        values.put(eqn.outputs().get(i), outputs.get(i));
      }
      eqns.add(eqn.with(inputs, outputs));
      return Objects.requireNonNull(values.get(atom));
    }
    if (atom instanceof Atom.Literal) {
      return atom;
    }
    var input = new Atom.Var(atom.aval());
    stored.put(atom, input);
    values.put(atom, input);
    return input;
  }

  /**
   * {@return whether the linear body recomputes a value; if the value is loop-invariant, only a
   * view}
   */
  private boolean isRecomputed(Atom atom) {
    if (!invariants.contains(atom)) {
      return recomputed.contains(atom);
    }
    return makers.get(atom) instanceof Eqn eqn
        && eqn.lowering() instanceof Lowering.View
        && !atom.aval().shape().equals(Shape.scalar());
  }
}

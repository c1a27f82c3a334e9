package io.cambric.compile;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fusion: lowers equations to steps. Views become layouts, elementwise equations of one shape
 * become one loop, and a loop that only a reduction reads becomes part of the reduction.
 *
 * <p>A fusion group stays open until an equation outside reads one of its results. The group is
 * then emitted as a step, before that reader.
 */
final class Fuser {

  private final Jaxpr jaxpr;
  private final DefUse readers;
  private final Set<Atom> programOutputs = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Atom.Var, Value> values = new IdentityHashMap<>();
  private final Map<Atom.Var, Atom.Literal> splats = new IdentityHashMap<>();
  private final Map<Atom.Literal, Value.Place> constants = new HashMap<>();
  private final RowReductions rows = new RowReductions();
  private final ConcatTargets concats = new ConcatTargets();
  private final FusionGroups open;
  private final List<Step> steps = new ArrayList<>();
  private final LayoutCopies copies = new LayoutCopies(steps);
  private final List<Value.Place> inputPlaces = new ArrayList<>();
  private final DeferredEqns deferred;

  /** Equations in the order of their steps. */
  private final List<Eqn> eqns = new ArrayList<>();

  private Fuser(Jaxpr jaxpr, FusionConstraint constraint) {
    this.jaxpr = jaxpr;
    this.open = new FusionGroups(constraint, rows);
    this.deferred = new DeferredEqns(open, rows, concats, atom -> splatOf(atom) != null);
    this.readers = new DefUse(jaxpr);
  }

  /** {@return the fused program of a jaxpr} */
  static FusedProgram fuse(Jaxpr jaxpr, FusionConstraint constraint) {
    return new Fuser(jaxpr, constraint).run();
  }

  private FusedProgram run() {
    programOutputs.addAll(jaxpr.outputs());
    for (var input : jaxpr.inputs()) {
      var shape = input.aval().shape();
      var place = new Value.Place(Value.Kind.INPUT, input.aval().dtype(), shape.size());
      values.put(input, Value.dense(place, shape));
      inputPlaces.add(place);
    }
    jaxpr.eqns().forEach(this::visitOrDefer);
    deferred.takeAll().forEach(this::visit);
    open.all().forEach(this::close);
    var results = FusedProgram.Result.of(jaxpr, this::materialise);
    var ordered = new Jaxpr(jaxpr.inputs(), eqns, jaxpr.outputs());
    return new FusedProgram(ordered, inputPlaces, steps, results, open.groupOf());
  }

  private void visitOrDefer(Eqn eqn) {
    if (deferred.isDue()) {
      deferred.takeAll().forEach(this::visit);
    }
    if (!deferred.add(eqn)) {
      if (deferred.isRequiredBy(eqn)) {
        deferred.takeAll().forEach(this::visit);
      }
      visit(eqn);
    }
  }

  private void visit(Eqn eqn) {
    eqns.add(eqn);
    // A group that writes a slice of an operand must not absorb the equation.
    eqn.inputs().stream().filter(concats::isIncomplete).forEach(this::materialise);
    switch (eqn.lowering()) {
      case Lowering.Elementwise(var body) -> fuse(eqn, body);
      case Lowering.View(var rules) -> {
        for (int i = 0; i < rules.size(); i++) {
          view(eqn, rules.get(i), eqn.outputs().get(i));
        }
      }
      case Lowering.Concatenate(var viewRules) -> concatenate(eqn, viewRules);
      case Lowering.Reduction(var op, var axes) -> reduce(eqn, op, axes);
      case Lowering.Kernel(var rule) -> {
        var inputs = new ArrayList<Value>();
        for (int i = 0; i < eqn.inputs().size(); i++) {
          var value = materialise(eqn.inputs().get(i));
          inputs.add(rule.reads(i, value.layout().strides()) ? value : copies.of(value));
        }
        var outputs = eqn.outputs().stream().map(this::allocate).toList();
        long flops = eqn.primitive().kernelFlops(eqn.inputAvals());
        steps.add(new Step.Call(eqn.primitive().name(), rule, flops, inputs, outputs));
      }
      case Lowering.Barrier _ -> barrier(eqn);
      case Lowering.ControlFlow flow -> control(eqn, flow);
      case Lowering.Call _ -> throw new IllegalStateException("calls are inlined before fusion");
    }
  }

  /** Closes all groups, so that no later equation joins an earlier one. */
  private void barrier(Eqn eqn) {
    open.all().forEach(this::close);
    for (int i = 0; i < eqn.inputs().size(); i++) {
      var splat = splatOf(eqn.inputs().get(i));
      if (splat == null) {
        values.put(eqn.outputs().get(i), materialise(eqn.inputs().get(i)));
      } else {
        splats.put(eqn.outputs().get(i), splat);
      }
    }
  }

  private void control(Eqn eqn, Lowering.ControlFlow flow) {
    var inputs = new ArrayList<Value>();
    for (var input : eqn.inputs()) {
      var value = materialise(input);
      inputs.add(value.layout().isDense() ? value : copies.of(value));
    }
    var outputs = eqn.outputs().stream().map(this::allocate).toList();
    steps.add(new Step.Control(flow, inputs, outputs));
  }

  private void fuse(Eqn eqn, LoopBody body) {
    var rowGroup = open.ofRows(eqn, body, input -> splatOf(input) != null);
    if (rowGroup != null) {
      open.merge(rowGroup, eqn, body);
      add(eqn, body, rowGroup);
      if (!eqn.outputs().getFirst().aval().shape().equals(rowGroup.shape())) {
        eqn.outputs().forEach(variable -> rows.add(rowGroup, variable));
      }
      return;
    }
    // Groups whose per-row values do not fit are emitted before a group is chosen.
    for (var input : eqn.inputs()) {
      if (rows.of(input) != null) {
        materialise(input);
      }
    }
    add(eqn, body, open.choose(eqn, eqn.outputs().getFirst().aval().shape(), body, values));
  }

  private void add(Eqn eqn, LoopBody body, FusionGroup group) {
    var shape = eqn.outputs().getFirst().aval().shape();
    var operands = new ArrayList<GroupOperand>(eqn.inputs().size());
    for (var input : eqn.inputs()) {
      var row = rows.of(input);
      if (splatOf(input) instanceof Atom.Literal literal) {
        operands.add(new GroupOperand.Constant(literal));
      } else if (row != null && row.group() == group) {
        operands.add(
            shape.equals(group.shape())
                ? new GroupOperand.Spread(row.base())
                : new GroupOperand.Own(row.base()));
      } else if (group.computes(input)) {
        operands.add(new GroupOperand.Own((Atom.Var) input));
      } else {
        operands.add(new GroupOperand.External(materialise(input)));
      }
    }
    group.add(body, operands, eqn.outputs());
    open.assign(eqn, group);
  }

  /** {@return the known value that all elements of an atom have, if there is one} */
  private Atom.@Nullable Literal splatOf(Atom atom) {
    return switch (atom) {
      case Atom.Literal literal -> literal;
      case Atom.Var variable -> splats.get(variable);
    };
  }

  private void view(Eqn eqn, Lowering.ViewRule rule, Atom.Var result) {
    var splat = splatOf(eqn.inputs().getFirst());
    if (splat != null && splat.aval().dtype() == result.aval().dtype()) {
      splats.put(result, splat);
      return;
    }
    var row = rows.of(eqn.inputs().getFirst());
    if (row != null && rows.addView(row, rule, result)) {
      open.assign(eqn, row.group());
      return;
    }
    var operand = materialise(eqn.inputs().getFirst());
    var layout = rule.apply(operand.layout());
    if (layout == null) {
      operand = copies.of(operand);
      layout = rule.apply(operand.layout());
    }
    values.put(
        result, new Value(operand.place(), Objects.requireNonNull(layout), result.aval().dtype()));
  }

  /** Assigns slices of the result to operands of open groups, and copies the other operands. */
  private void concatenate(Eqn eqn, List<Lowering.ViewRule> viewRules) {
    var result = eqn.outputs().getFirst();
    var whole = allocate(result);
    var pending = new ArrayList<Atom.Var>();
    for (int i = 0; i < viewRules.size(); i++) {
      var layout = Objects.requireNonNull(viewRules.get(i).apply(whole.layout()));
      var part = new Value(whole.place(), layout, whole.dtype());
      var operand = eqn.inputs().get(i);
      if (operand instanceof Atom.Var variable
          && isOpen(variable)
          && concats.isUnassigned(variable)) {
        concats.assign(variable, part);
        pending.add(variable);
      } else {
        steps.add(
            new Step.Loop(
                LoopBody.copy(whole.dtype()),
                layout.shape(),
                List.of(materialise(operand)),
                List.of(part)));
      }
    }
    concats.setPending(result, pending);
  }

  /** {@return whether an open group computes a variable at each of its points} */
  private boolean isOpen(Atom.Var variable) {
    return rows.of(variable) == null && open.computing(variable) != null;
  }

  private void reduce(Eqn eqn, ReduceOp op, Axes axes) {
    var input = eqn.inputs().getFirst();
    var shape = input.aval().shape();
    var order = axes.complement(shape.rank()).concat(axes);
    int kept = shape.rank() - axes.size();
    var ofRows = RowReductions.operation(op, axes, input.aval());
    var group = groupReadOnlyBy(eqn, input);
    // A loop that runs in any case reduces the rows that it computes.
    boolean trailing = group == null && input instanceof Atom.Var variable && isOpen(variable);
    if (ofRows != null && (trailing || readers.isBroadcastOverRows(eqn, shape))) {
      reduceRows(eqn, ofRows);
      return;
    }
    LoopBody body;
    List<Value> inputs;
    if (group != null) {
      open.close(group);
      body = group.body(List.of((Atom.Var) input));
      inputs = group.inputs();
    } else {
      body = LoopBody.copy(input.aval().dtype());
      inputs = List.of(materialise(input));
    }
    var permuted = inputs.stream().map(value -> value.permuted(shape.rank(), order)).toList();
    var output = allocate(eqn.outputs().getFirst());
    steps.add(new Step.Reduce(op, body, shape.select(order), kept, permuted, output));
  }

  /** Adds a row reduction to the group that computes the rows, if that group admits it. */
  private void reduceRows(Eqn eqn, ScalarOp op) {
    var input = eqn.inputs().getFirst();
    if (rows.of(input) != null) {
      materialise(input);
    }
    var body = LoopBody.of(op, input.aval().dtype(), 0, List.of(input.aval().dtype()));
    var maker = open.makerOf(input);
    var group =
        maker != null && open.admits(maker, eqn, body)
            ? maker
            : open.choose(eqn, input.aval().shape(), body, values);
    add(eqn, body, group);
    rows.add(group, eqn.outputs().getFirst());
  }

  /**
   * {@return the open group of a variable, if one equation is the only reader of the group. A group
   * that reads indices is excluded, as a reduction permutes the axes.}
   */
  private @Nullable FusionGroup groupReadOnlyBy(Eqn reader, Atom input) {
    var group = open.makerOf(input);
    if (group == null || group.usesIndex() || group.hasRows()) {
      return null;
    }
    for (var variable : group.variables()) {
      if (isReadOutside(variable, group, variable == input ? reader : null)) {
        return null;
      }
    }
    return group;
  }

  private boolean isReadOutside(Atom.Var variable, FusionGroup group, @Nullable Eqn except) {
    if (programOutputs.contains(variable)) {
      return true;
    }
    for (var eqn : readers.of(variable)) {
      if (eqn != except && open.of(eqn) != group) {
        return true;
      }
    }
    return false;
  }

  /** {@return the memory of an atom; a group that computes it is closed} */
  private Value materialise(Atom atom) {
    var splat = splatOf(atom);
    if (splat != null) {
      return materialiseSplat(splat, atom.aval().shape());
    }
    var variable = (Atom.Var) atom;
    concats.takePending(variable).forEach(this::materialise);
    var group = open.computing(variable);
    if (group != null) {
      close(group);
    }
    return Objects.requireNonNull(values.get(variable), "an atom is read before it is made");
  }

  /** {@return a constant scalar with strides of 0} */
  private Value materialiseSplat(Atom.Literal literal, Shape shape) {
    var place =
        constants.computeIfAbsent(literal, known -> Value.Place.constant(known.array().buffer()));
    return new Value(place, new Lowering.Layout(shape, 0, new int[shape.rank()]), place.dtype());
  }

  /** Emits a group as a loop that stores the variables read outside. */
  private void close(FusionGroup group) {
    open.close(group);
    var views = rows.of(group);
    var stored = new ArrayList<Atom.Var>();
    for (var variable : group.variables()) {
      if (rows.of(variable) == null
          ? isReadOutside(variable, group, null)
          : views.stream()
              .anyMatch(view ->
                  Objects.requireNonNull(rows.of(view)).base() == variable
                      && isReadOutside(view, group, null))) {
        stored.add(variable);
      }
    }
    var outputs = stored.stream().map(variable -> store(variable, group, views)).toList();
    rows.close(group);
    steps.add(new Step.Loop(group.body(stored), group.shape(), group.inputs(), outputs));
  }

  /**
   * {@return the memory that a group stores a variable in; views of a per-row value are views of
   * it}
   */
  private Value store(Atom.Var variable, FusionGroup group, List<Atom.Var> views) {
    var value = allocate(variable);
    if (rows.of(variable) == null) {
      return value;
    }
    for (var view : views) {
      var row = Objects.requireNonNull(rows.of(view));
      if (row.base() == variable) {
        values.put(view, new Value(value.place(), row.layout(), value.dtype()));
      }
    }
    int[] strides =
        Arrays.copyOf(RowReductions.outer(group.shape()).strides(), group.shape().rank());
    return new Value(value.place(), new Lowering.Layout(group.shape(), 0, strides), value.dtype());
  }

  private Value allocate(Atom.Var variable) {
    var part = concats.sliceOf(variable);
    if (part != null) {
      values.put(variable, part);
      return part;
    }
    var shape = variable.aval().shape();
    var place = new Value.Place(Value.Kind.WRITTEN, variable.aval().dtype(), shape.size());
    var value = Value.dense(place, shape);
    values.put(variable, value);
    return value;
  }
}

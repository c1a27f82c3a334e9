package io.cambric.compile;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns equations into steps: views become layouts, elementwise equations of one shape become one
 * loop, and a loop that only a reduction reads becomes part of it.
 *
 * <p>A group of elementwise equations stays open until something outside reads one of its results;
 * then it is written out as a step, before the reader.
 */
final class Fuser {

  private final Jaxpr jaxpr;
  private final Map<Atom.Var, Set<Eqn>> readers = new IdentityHashMap<>();
  private final Set<Atom> programOutputs = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Atom.Var, Value> values = new IdentityHashMap<>();
  private final Map<Atom.Var, Atom.Literal> splats = new IdentityHashMap<>();
  private final Map<Eqn, Group> groupOf = new IdentityHashMap<>();
  private final List<Group> open = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Value.Place> inputPlaces = new ArrayList<>();

  private Fuser(Jaxpr jaxpr) {
    this.jaxpr = jaxpr;
  }

  /** The steps of a program before its buffers are planned. */
  record Fused(List<Value.Place> inputs, List<Step> steps, List<Result> results) {}

  /** Where a result of the program comes from. */
  sealed interface Result {
    /** A literal. */
    record Known(Atom.Literal literal) implements Result {}

    /** An input as it is. */
    record Input(int number) implements Result {}

    /** An array written by the program. */
    record Written(Value value) implements Result {}
  }

  static Fused fuse(Jaxpr jaxpr) {
    return new Fuser(jaxpr).run();
  }

  private Fused run() {
    for (var eqn : jaxpr.eqns()) {
      for (var input : eqn.inputs()) {
        if (input instanceof Atom.Var variable) {
          readers
              .computeIfAbsent(variable, _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
              .add(eqn);
        }
      }
    }
    programOutputs.addAll(jaxpr.outputs());
    for (var input : jaxpr.inputs()) {
      var shape = input.aval().shape();
      var place = new Value.Place(Value.Kind.INPUT, input.aval().dtype(), shape.size());
      values.put(input, Value.dense(place, shape));
      inputPlaces.add(place);
    }
    jaxpr.eqns().forEach(this::visit);
    List.copyOf(open).forEach(this::close);
    var results = results();
    return new Fused(inputPlaces, steps, results);
  }

  private void visit(Eqn eqn) {
    var avals = eqn.inputs().stream().map(Atom::aval).toList();
    switch (eqn.primitive().lower(avals)) {
      case Lowering.Elementwise(var body) -> join(eqn, body);
      case Lowering.View(var rule) -> view(eqn, rule);
      case Lowering.Reduction(var op, var axes) -> reduce(eqn, op, axes);
      case Lowering.Kernel(var rule) -> {
        var inputs = eqn.inputs().stream().map(this::materialise).toList();
        var outputs = eqn.outputs().stream().map(this::allocate).toList();
        steps.add(new Step.Call(eqn.primitive().name(), rule, inputs, outputs));
      }
      case Lowering.Barrier _ -> pass(eqn);
      case Lowering.Scan scan -> control(eqn, scan, avals);
      case Lowering.While loop -> control(eqn, loop, avals);
      case Lowering.Switch choice -> control(eqn, choice, avals);
      case Lowering.Call _ -> throw new IllegalStateException("calls are inlined before fusion");
    }
  }

  /** Nothing that comes later joins a loop that is open now. */
  private void pass(Eqn eqn) {
    List.copyOf(open).forEach(this::close);
    for (int i = 0; i < eqn.inputs().size(); i++) {
      var splat = splatOf(eqn.inputs().get(i));
      if (splat == null) {
        values.put(eqn.outputs().get(i), materialise(eqn.inputs().get(i)));
      } else {
        splats.put(eqn.outputs().get(i), splat);
      }
    }
  }

  private void control(Eqn eqn, Lowering lowering, List<ShapedArray> avals) {
    var inputs = new ArrayList<Value>();
    for (var input : eqn.inputs()) {
      var value = materialise(input);
      inputs.add(value.layout().isDense() ? value : copy(value, value.layout().shape()));
    }
    var outputs = eqn.outputs().stream().map(this::allocate).toList();
    steps.add(new Step.Control(lowering, avals, inputs, outputs));
  }

  private void join(Eqn eqn, LoopBody body) {
    var shape = eqn.outputs().getFirst().aval().shape();
    var group =
        open.stream()
            .filter(candidate -> candidate.shape().equals(shape) && candidate.hasRoomFor(body))
            .reduce((_, last) -> last)
            .orElse(null);
    if (group == null) {
      group = new Group(shape);
      open.add(group);
    }
    var operands = new ArrayList<Object>(eqn.inputs().size());
    for (var input : eqn.inputs()) {
      if (splatOf(input) instanceof Atom.Literal literal) {
        operands.add(literal);
      } else if (group.computes(input)) {
        operands.add(input);
      } else {
        operands.add(materialise(input));
      }
    }
    group.add(body, operands, eqn.outputs());
    groupOf.put(eqn, group);
  }

  /** {@return the one value that all elements of an atom have, where it is known} */
  private Atom.@Nullable Literal splatOf(Atom atom) {
    return switch (atom) {
      case Atom.Literal literal -> literal;
      case Atom.Var variable -> splats.get(variable);
    };
  }

  private void view(Eqn eqn, Lowering.ViewRule rule) {
    var result = eqn.outputs().getFirst();
    var splat = splatOf(eqn.inputs().getFirst());
    if (splat != null && splat.aval().dtype() == result.aval().dtype()) {
      splats.put(result, splat);
      return;
    }
    var operand = materialise(eqn.inputs().getFirst());
    var layout = rule.apply(operand.layout());
    if (layout == null) {
      operand = copy(operand, operand.layout().shape());
      layout = rule.apply(operand.layout());
    }
    values.put(
        result, new Value(operand.place(), Objects.requireNonNull(layout), result.aval().dtype()));
  }

  private Value copy(Value value, Shape shape) {
    var place = new Value.Place(Value.Kind.WRITTEN, value.dtype(), shape.size());
    var dense = Value.dense(place, shape);
    steps.add(new Step.Loop(LoopBody.copy(value.dtype()), shape, List.of(value), List.of(dense)));
    return dense;
  }

  private void reduce(Eqn eqn, ReduceOp op, Axes axes) {
    var input = eqn.inputs().getFirst();
    var shape = input.aval().shape();
    var order = axes.complement(shape.rank()).concat(axes);
    int kept = shape.rank() - axes.size();
    var group = groupReadOnlyBy(eqn, input);
    LoopBody body;
    List<Value> inputs;
    if (group != null) {
      open.remove(group);
      body = group.body(List.of((Atom.Var) input));
      inputs = group.inputs();
    } else {
      body = LoopBody.copy(input.aval().dtype());
      inputs = List.of(materialise(input));
    }
    var permuted = inputs.stream().map(value -> permute(value, shape.rank(), order)).toList();
    var output = allocate(eqn.outputs().getFirst());
    steps.add(new Step.Reduce(op, body, shape.select(order), kept, permuted, output));
  }

  private static Value permute(Value value, int rank, Axes order) {
    var strides = value.stridesFor(rank);
    int[] permuted = new int[rank];
    int[] dims = new int[rank];
    for (int i = 0; i < rank; i++) {
      permuted[i] = strides[order.get(i)];
      dims[i] =
          value.layout().shape().rank() == rank ? value.layout().shape().dim(order.get(i)) : 1;
    }
    return new Value(
        value.place(),
        new Lowering.Layout(Shape.of(dims), value.layout().offset(), permuted),
        value.dtype());
  }

  /**
   * {@return the open group of a variable of which nothing is read but by one equation; none that
   * asks for positions, as a reduction orders the axes anew}
   */
  private @Nullable Group groupReadOnlyBy(Eqn reader, Atom input) {
    for (var group : open) {
      if (group.computes(input) && !group.usesIndex()) {
        for (var variable : group.variables()) {
          if (isReadOutside(variable, group, variable == input ? reader : null)) {
            return null;
          }
        }
        return group;
      }
    }
    return null;
  }

  private boolean isReadOutside(Atom.Var variable, Group group, @Nullable Eqn except) {
    if (programOutputs.contains(variable)) {
      return true;
    }
    for (var eqn : readers.getOrDefault(variable, Set.of())) {
      if (eqn != except && groupOf.get(eqn) != group) {
        return true;
      }
    }
    return false;
  }

  /** {@return where an atom lies, after writing out the group that computes it} */
  private Value materialise(Atom atom) {
    var splat = splatOf(atom);
    if (splat != null) {
      return materialiseSplat(splat, atom.aval().shape());
    }
    var variable = (Atom.Var) atom;
    for (var group : open) {
      if (group.computes(variable)) {
        close(group);
        break;
      }
    }
    return Objects.requireNonNull(values.get(variable), "an atom is read before it is made");
  }

  /** {@return a scalar in memory, read with strides of 0} */
  private Value materialiseSplat(Atom.Literal literal, Shape shape) {
    var group = new Group(Shape.scalar());
    var variable = new Atom.Var(literal.aval());
    group.add(LoopBody.copy(literal.aval().dtype()), List.of(literal), List.of(variable));
    var scalar = allocate(variable);
    steps.add(
        new Step.Loop(group.body(List.of(variable)), group.shape(), List.of(), List.of(scalar)));
    return new Value(
        scalar.place(), new Lowering.Layout(shape, 0, new int[shape.rank()]), scalar.dtype());
  }

  private void close(Group group) {
    open.remove(group);
    var stored = new ArrayList<Atom.Var>();
    for (var variable : group.variables()) {
      if (isReadOutside(variable, group, null)) {
        stored.add(variable);
      }
    }
    var outputs = stored.stream().map(this::allocate).toList();
    steps.add(new Step.Loop(group.body(stored), group.shape(), group.inputs(), outputs));
  }

  private Value allocate(Atom.Var variable) {
    var shape = variable.aval().shape();
    var place = new Value.Place(Value.Kind.WRITTEN, variable.aval().dtype(), shape.size());
    var value = Value.dense(place, shape);
    values.put(variable, value);
    return value;
  }

  private List<Result> results() {
    var results = new ArrayList<Result>();
    for (var output : jaxpr.outputs()) {
      switch (output) {
        case Atom.Literal literal -> results.add(new Result.Known(literal));
        case Atom.Var variable -> {
          int input = jaxpr.inputs().indexOf(variable);
          results.add(
              input >= 0 ? new Result.Input(input) : new Result.Written(materialise(variable)));
        }
      }
    }
    return results;
  }
}

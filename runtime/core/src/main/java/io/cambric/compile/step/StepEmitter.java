package io.cambric.compile.step;

import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.compile.fusion.FusionGroup;
import io.cambric.compile.fusion.FusionPartition;
import io.cambric.compile.fusion.RowReductions;
import io.cambric.compile.step.ParallelSections.Segment;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Fusion, phase two: emits the units of a partition as steps, in a topological order. A group is
 * one loop or reduction, a view is a layout, and a kernel or control flow is a call.
 */
public final class StepEmitter {

  private final FusionGraph graph;
  private final FusionPartition partition;
  private final Map<Atom.Var, Value> values = new IdentityHashMap<>();
  private final Map<Atom.Literal, Value.Place> constants = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final LayoutCopies copies = new LayoutCopies(steps);

  private StepEmitter(FusionPartition partition) {
    this.graph = partition.graph();
    this.partition = partition;
  }

  /** {@return the steps of a partition} */
  public static FusedProgram emit(FusionPartition partition) {
    return new StepEmitter(partition).run();
  }

  private FusedProgram run() {
    var inputs = new ArrayList<Value.Place>();
    for (var input : graph.inputs()) {
      var shape = input.aval().shape();
      var place = new Value.Place(Value.Kind.INPUT, input.aval().dtype(), shape.size());
      values.put(input, Value.dense(place, shape));
      inputs.add(place);
    }
    for (var unit : partition.units()) {
      switch (unit) {
        case FusionGroup group when group.kind() == FusionGroup.Kind.LOOP -> loop(group);
        case FusionGroup group -> reduction(group);
        case Node node -> emit(node);
      }
    }
    var results = FusedProgram.Result.of(graph, this::value);
    return new FusedProgram(graph.donated(), inputs, List.of(Segment.sequence(steps)), results);
  }

  private void emit(Node node) {
    switch (node.lowering()) {
      case Lowering.View(var rules) -> {
        for (int i = 0; i < rules.size(); i++) {
          view(node, rules.get(i), node.eqn().outputs().get(i));
        }
      }
      case Lowering.Concatenate(var places) -> concatenate(node, places);
      case Lowering.Kernel(var rule) -> kernel(node, rule);
      case Lowering.Barrier _ -> barrier(node);
      case Lowering.ControlFlow flow -> control(node, flow);
      case Lowering.Elementwise _, Lowering.Reduction _, Lowering.Call _ ->
          throw new IllegalStateException(node.eqn().primitive().name() + " is part of a group");
    }
  }

  private void view(Node node, Lowering.ViewRule rule, Atom.Var result) {
    if (graph.literal(result) != null) {
      return;
    }
    var operand = value(node.eqn().inputs().getFirst());
    var layout = rule.apply(operand.layout());
    if (layout == null) {
      operand = copies.of(operand);
      layout = rule.apply(operand.layout());
    }
    values.put(
        result, new Value(operand.place(), Objects.requireNonNull(layout), result.aval().dtype()));
  }

  /** Copies the operands that no loop writes in place. */
  private void concatenate(Node node, List<Lowering.ViewRule> places) {
    var whole = valueOrNew(node.eqn().outputs().getFirst());
    for (int i = 0; i < places.size(); i++) {
      var operand = node.eqn().inputs().get(i);
      var layout = Objects.requireNonNull(places.get(i).apply(whole.layout()));
      if (!isWrittenInPlace(operand, node, i)) {
        steps.add(
            new Step.Loop(
                LoopBody.copy(whole.dtype()),
                layout.shape(),
                List.of(value(operand)),
                List.of(new Value(whole.place(), layout, whole.dtype()))));
      }
    }
  }

  private boolean isWrittenInPlace(Atom operand, Node concatenation, int number) {
    return operand instanceof Atom.Var variable
        && partition.parts().get(variable) instanceof FusionPartition.Part part
        && part.concatenation() == concatenation
        && part.operand() == number;
  }

  private void kernel(Node node, Lowering.KernelRule rule) {
    var eqn = node.eqn();
    var inPlace = rule.traits().inPlace();
    var inputs = new ArrayList<Value>();
    for (int i = 0; i < eqn.inputs().size(); i++) {
      var value = value(eqn.inputs().get(i));
      inputs.add(inPlace.reads(i, value.layout().strides()) ? value : copies.of(value));
    }
    var outputs = eqn.outputs().stream().map(this::valueOrNew).toList();
    long flops = eqn.primitive().kernelFlops(eqn.inputAvals());
    steps.add(new Step.Call(eqn.primitive().name(), rule, flops, inputs, outputs));
  }

  private void control(Node node, Lowering.ControlFlow flow) {
    var inputs = new ArrayList<Value>();
    for (var input : node.eqn().inputs()) {
      var value = value(input);
      inputs.add(value.layout().isDense() ? value : copies.of(value));
    }
    var outputs = node.eqn().outputs().stream().map(this::valueOrNew).toList();
    steps.add(new Step.Control(flow, inputs, outputs));
  }

  private void barrier(Node node) {
    for (int i = 0; i < node.eqn().inputs().size(); i++) {
      var result = node.eqn().outputs().get(i);
      if (graph.literal(result) == null) {
        values.put(result, value(node.eqn().inputs().get(i)));
      }
    }
  }

  /** Emits the loop of a group, which stores the variables read outside. */
  private void loop(FusionGroup group) {
    var builder = builder(group, group.nodes());
    // The per-row values behind views of the group, with their views.
    var views = new LinkedHashMap<Atom.Var, List<Atom.Var>>();
    for (var node : group.nodes()) {
      for (var variable : node.eqn().outputs()) {
        if (partition.rows().of(variable) instanceof RowReductions.Row row) {
          views.computeIfAbsent(row.base(), _ -> new ArrayList<>()).add(variable);
        }
      }
    }
    var stored = new ArrayList<Atom.Var>();
    var outputs = new ArrayList<Value>();
    for (var variable : builder.variables()) {
      var shown = views.getOrDefault(variable, List.of(variable));
      if (shown.stream().anyMatch(view -> graph.isReadOutside(view, group, null))) {
        stored.add(variable);
        outputs.add(store(variable, group, views.getOrDefault(variable, List.of())));
      }
    }
    steps.add(new Step.Loop(builder.body(stored), group.shape(), builder.inputs(), outputs));
  }

  /** {@return the memory in which a group stores a variable, also for views of a per-row value} */
  private Value store(Atom.Var variable, FusionGroup group, List<Atom.Var> views) {
    var value = valueOrNew(variable);
    if (views.isEmpty()) {
      return value;
    }
    for (var view : views) {
      var row = Objects.requireNonNull(partition.rows().of(view));
      values.put(view, new Value(value.place(), row.layout(), value.dtype()));
    }
    int[] strides =
        Arrays.copyOf(RowReductions.outer(group.shape()).strides(), group.shape().rank());
    return new Value(value.place(), new Lowering.Layout(group.shape(), 0, strides), value.dtype());
  }

  /** Emits a reduction, with the equations that compute its operand in its body. */
  private void reduction(FusionGroup group) {
    var node = group.nodes().getLast();
    var reduction = (Lowering.Reduction) node.lowering();
    var input = node.eqn().inputs().getFirst();
    var body = LoopBody.copy(input.aval().dtype());
    List<Value> inputs;
    if (group.nodes().size() == 1) {
      inputs = List.of(value(input));
    } else {
      var builder = builder(group, group.nodes().subList(0, group.nodes().size() - 1));
      body = builder.body(List.of((Atom.Var) input));
      inputs = builder.inputs();
    }
    var shape = group.shape();
    var axes = reduction.axes();
    var order = axes.complement(shape.rank()).concat(axes);
    var permuted = inputs.stream().map(value -> value.permuted(shape.rank(), order)).toList();
    var output = valueOrNew(node.eqn().outputs().getFirst());
    int kept = shape.rank() - axes.size();
    steps.add(new Step.Reduce(reduction.op(), body, shape.select(order), kept, permuted, output));
  }

  private LoopBuilder builder(FusionGroup group, List<Node> nodes) {
    var builder = new LoopBuilder(group.shape());
    for (var node : nodes) {
      switch (node.lowering()) {
        case Lowering.Elementwise(var body) -> add(node, body, group, builder);
        case Lowering.Reduction(var op, var axes) -> {
          var dtype = node.eqn().inputs().getFirst().aval();
          var row = Objects.requireNonNull(RowReductions.operation(op, axes, dtype));
          add(node, LoopBody.of(row, dtype.dtype(), 0, List.of(dtype.dtype())), group, builder);
        }
        case Lowering.View _ -> {
          // A view of a per-row value has no code.
        }
        case Lowering.Concatenate _,
            Lowering.Kernel _,
            Lowering.Barrier _,
            Lowering.ControlFlow _,
            Lowering.Call _ ->
            throw new IllegalStateException(node.eqn().primitive().name() + " is in no loop");
      }
    }
    return builder;
  }

  private void add(Node node, LoopBody body, FusionGroup group, LoopBuilder builder) {
    boolean points = node.eqn().outputs().getFirst().aval().shape().equals(group.shape());
    var operands = new ArrayList<GroupOperand>(node.eqn().inputs().size());
    for (var input : node.eqn().inputs()) {
      var row = partition.rows().of(input);
      if (graph.literal(input) instanceof Atom.Literal literal) {
        operands.add(new GroupOperand.Constant(literal));
      } else if (row != null && row.group() == group) {
        operands.add(
            points ? new GroupOperand.Spread(row.base()) : new GroupOperand.Own(row.base()));
      } else if (builder.computes(input)) {
        operands.add(new GroupOperand.Own((Atom.Var) input));
      } else {
        operands.add(new GroupOperand.External(value(input)));
      }
    }
    builder.add(body, operands, node.eqn().outputs());
  }

  /** {@return the memory of an atom} */
  private Value value(Atom atom) {
    var literal = graph.literal(atom);
    if (literal != null) {
      return splat(literal, atom.aval().shape());
    }
    return Objects.requireNonNull(values.get((Atom.Var) atom), "an atom is read before it is made");
  }

  /** {@return a constant scalar with strides of 0} */
  private Value splat(Atom.Literal literal, Shape shape) {
    var place =
        constants.computeIfAbsent(literal, known -> Value.Place.constant(known.array().buffer()));
    return new Value(place, new Lowering.Layout(shape, 0, new int[shape.rank()]), place.dtype());
  }

  /** {@return the memory of a variable: its slice of a larger array, or memory of its own} */
  private Value valueOrNew(Atom.Var variable) {
    var known = values.get(variable);
    if (known != null) {
      return known;
    }
    var value = newValue(variable);
    values.put(variable, value);
    return value;
  }

  private Value newValue(Atom.Var variable) {
    if (partition.parts().get(variable) instanceof FusionPartition.Part part) {
      var whole = valueOrNew(part.whole());
      var layout = Objects.requireNonNull(part.place().apply(whole.layout()));
      return new Value(whole.place(), layout, whole.dtype());
    }
    var shape = variable.aval().shape();
    var place = new Value.Place(Value.Kind.WRITTEN, variable.aval().dtype(), shape.size());
    return Value.dense(place, shape);
  }
}

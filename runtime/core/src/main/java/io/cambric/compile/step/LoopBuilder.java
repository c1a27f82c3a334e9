package io.cambric.compile.step;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Builder of the body of a loop from equations of one iteration space. Mutable. */
final class LoopBuilder {

  /**
   * An argument of an instruction. Inputs and instructions have separate numbers until the body is
   * built.
   */
  private sealed interface Node {
    record Input(int number) implements Node {}

    record Step(int number) implements Node {}
  }

  private record Pending(Instr instr, List<Node> args) {}

  private record Access(Value.Place place, int offset, List<Integer> strides, DType dtype) {}

  private final Shape shape;
  private final Map<Access, Integer> inputNumbers = new HashMap<>();
  private final List<Value> inputs = new ArrayList<>();
  private final List<Pending> code = new ArrayList<>();

  /** In the order of the equations; variables compare by identity. */
  private final Map<Atom.Var, Node> results = new LinkedHashMap<>();

  private final Map<Atom.Literal, Node> literals = new HashMap<>();

  private final Map<Node, Node> spreads = new HashMap<>();

  LoopBuilder(Shape shape) {
    this.shape = shape;
  }

  boolean computes(Atom atom) {
    return atom instanceof Atom.Var variable && results.containsKey(variable);
  }

  Iterable<Atom.Var> variables() {
    return results.keySet();
  }

  /** Adds an equation. */
  void add(LoopBody body, List<GroupOperand> operands, List<Atom.Var> outputs) {
    var nodes = new ArrayList<Node>(body.valueCount());
    for (var operand : operands) {
      nodes.add(node(operand));
    }
    for (var instr : body.code()) {
      var args = instr.args().stream().map(nodes::get).toList();
      code.add(new Pending(instr, args));
      nodes.add(new Node.Step(code.size() - 1));
    }
    for (int i = 0; i < outputs.size(); i++) {
      results.put(outputs.get(i), nodes.get(body.results().get(i)));
    }
  }

  private Node node(GroupOperand operand) {
    return switch (operand) {
      case GroupOperand.Own(var variable) -> result(variable);
      case GroupOperand.External(var value) -> input(value);
      case GroupOperand.Spread(var row) ->
          spreads.computeIfAbsent(
              result(row),
              value -> {
                code.add(
                    new Pending(
                        Instr.of(ScalarOp.ROW_SPREAD, row.aval().dtype(), 0), List.of(value)));
                return new Node.Step(code.size() - 1);
              });
      case GroupOperand.Constant(var literal) ->
          literals.computeIfAbsent(
              literal,
              key -> {
                code.add(new Pending(Instr.constant(key.aval().dtype(), key.value()), List.of()));
                return new Node.Step(code.size() - 1);
              });
    };
  }

  private Node input(Value value) {
    var strides = value.stridesFor(shape.rank());
    var access =
        new Access(
            value.place(),
            value.layout().offset(),
            Arrays.stream(strides).boxed().toList(),
            value.dtype());
    return new Node.Input(
        inputNumbers.computeIfAbsent(
            access,
            _ -> {
              inputs.add(value);
              return inputs.size() - 1;
            }));
  }

  private Node result(Atom.Var variable) {
    return Objects.requireNonNull(results.get(variable));
  }

  List<Value> inputs() {
    return List.copyOf(inputs);
  }

  /** {@return the body that stores these variables, without instructions they do not depend on} */
  LoopBody body(List<Atom.Var> stored) {
    var needed = new boolean[code.size()];
    for (var variable : stored) {
      mark(result(variable), needed);
    }
    var numbers = new LinkedHashMap<Integer, Integer>();
    var instrs = new ArrayList<Instr>();
    for (int i = 0; i < needed.length; i++) {
      if (needed[i]) {
        var pending = code.get(i);
        var args = pending.args().stream().map(arg -> number(arg, numbers)).toList();
        numbers.put(i, inputs.size() + instrs.size());
        instrs.add(
            new Instr(
                pending.instr().op(), pending.instr().dtype(), args, pending.instr().immediate()));
      }
    }
    return new LoopBody(
        inputs.stream().map(Value::dtype).toList(),
        instrs,
        stored.stream().map(variable -> number(result(variable), numbers)).toList());
  }

  private void mark(Node node, boolean[] needed) {
    if (node instanceof Node.Step(int number) && !needed[number]) {
      needed[number] = true;
      code.get(number).args().forEach(arg -> mark(arg, needed));
    }
  }

  private static int number(Node node, Map<Integer, Integer> numbers) {
    return switch (node) {
      case Node.Input(int number) -> number;
      case Node.Step(int number) -> Objects.requireNonNull(numbers.get(number));
    };
  }
}

package io.cambric.compile;

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
import org.jspecify.annotations.Nullable;

/**
 * Builder of a fusion group: elementwise equations of one iteration space that run as one loop.
 * Mutable until it is closed.
 */
final class FusionGroup implements FusedLoop {

  /**
   * The largest body. A body with more instructions would need more block temporaries than near
   * caches hold. The gradient of {@code LayerNorm} fits into one body.
   */
  static final int MAX_INSTRUCTIONS = 64;

  /**
   * An argument of an instruction: inputs and instructions are numbered apart until the body is
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

  FusionGroup(Shape shape) {
    this.shape = shape;
  }

  @Override
  public Shape shape() {
    return shape;
  }

  boolean hasRoomFor(LoopBody body) {
    return body.code().size() <= capacity();
  }

  @Override
  public int capacity() {
    return MAX_INSTRUCTIONS - code.size();
  }

  /** {@return whether another group and a body fit together} */
  boolean hasRoomFor(FusionGroup other, LoopBody body) {
    return other.code.size() + body.code().size() <= capacity();
  }

  /** {@return whether the group loads a value that is at least as large as its iteration space} */
  boolean reads(@Nullable Value value) {
    return value != null
        && value.place().length() >= shape.size()
        && inputs.stream()
            .anyMatch(input ->
                input.place() == value.place()
                    && input.layout().offset() == value.layout().offset());
  }

  /** {@return whether the body reads the index along an iteration axis} */
  boolean usesIndex() {
    return code.stream().anyMatch(pending -> pending.instr().op() == ScalarOp.INDEX);
  }

  /** {@return whether the body reduces rows} */
  boolean hasRows() {
    return code.stream().anyMatch(pending -> pending.instr().op().isRowReduction());
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

  /** Absorbs another group of the same shape; neither reads a result of the other. */
  void absorb(FusionGroup other) {
    int first = code.size();
    var moved = other.inputs.stream().map(this::input).toList();
    for (var pending : other.code) {
      code.add(new Pending(pending.instr(), moved(pending.args(), moved, first)));
    }
    other.results.forEach((variable, node) -> results.put(variable, moved(node, moved, first)));
    other.literals.forEach(
        (literal, node) -> literals.putIfAbsent(literal, moved(node, moved, first)));
    other.spreads.forEach(
        (value, node) -> spreads.put(moved(value, moved, first), moved(node, moved, first)));
  }

  private static List<Node> moved(List<Node> nodes, List<Node> inputs, int first) {
    return nodes.stream().map(node -> moved(node, inputs, first)).toList();
  }

  private static Node moved(Node node, List<Node> inputs, int first) {
    return switch (node) {
      case Node.Input(int number) -> inputs.get(number);
      case Node.Step(int number) -> new Node.Step(first + number);
    };
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

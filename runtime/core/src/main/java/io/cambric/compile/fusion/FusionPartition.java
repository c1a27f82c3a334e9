package io.cambric.compile.fusion;

import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A partition of a program into fusion groups: the decision of fusion, before steps are made.
 *
 * @param graph the equations with their groups
 * @param all the groups in the order they were opened; absorbed and empty groups are not units
 * @param rows the per-row values of the groups
 * @param parts variables that their group writes into a larger array
 */
public record FusionPartition(
    FusionGraph graph, List<FusionGroup> all, RowReductions rows, Map<Atom.Var, Part> parts) {

  /**
   * A part of a concatenation that is written in place.
   *
   * @param operand number of the part among the operands
   */
  public record Part(Node concatenation, int operand) {

    /** {@return the larger array} */
    public Atom.Var whole() {
      return concatenation.eqn().outputs().getFirst();
    }

    /** {@return the layout of the part in the larger array} */
    public Lowering.ViewRule place() {
      return ((Lowering.Concatenate) concatenation.lowering()).places().get(operand);
    }
  }

  /** {@return the unit of an equation} */
  static FusionUnit unit(Node node) {
    return node.group() == null ? node : node.group();
  }

  /** {@return the groups, each after the groups whose results it reads} */
  List<FusionGroup> groups() {
    return units().stream()
        .filter(FusionGroup.class::isInstance)
        .map(FusionGroup.class::cast)
        .toList();
  }

  /**
   * {@return the units in a topological order: each comes after the units whose results it reads}
   */
  public List<FusionUnit> units() {
    var units = new ArrayList<FusionUnit>(all.stream().filter(FusionPartition::isUnit).toList());
    graph.nodes().stream().filter(FusionPartition::isUnit).forEach(units::add);
    // A group and its followers have equal rank; the followers come later in the program.
    units.sort(
        Comparator.comparingInt(FusionUnit::rank)
            .thenComparing(unit -> !isLoop(unit))
            .thenComparingInt(FusionPartition::position));
    return units;
  }

  /** {@return the number of units} */
  public int size() {
    return (int)
        (all.stream().filter(FusionPartition::isUnit).count()
            + graph.nodes().stream().filter(FusionPartition::isUnit).count());
  }

  private static boolean isUnit(FusionGroup group) {
    return !group.nodes().isEmpty();
  }

  private static boolean isUnit(Node node) {
    return node.group() == null && !node.isRemoved();
  }

  private static boolean isLoop(FusionUnit unit) {
    return unit instanceof FusionGroup group && group.kind() == FusionGroup.Kind.LOOP;
  }

  private static int position(FusionUnit unit) {
    return switch (unit) {
      case FusionGroup group -> group.nodes().getLast().position();
      case Node node -> node.position();
    };
  }

  /** {@return the groups as text, with their equations, and the equations outside} */
  public String toText() {
    var names = new IdentityHashMap<Atom.Var, String>();
    graph.inputs().forEach(input -> names.put(input, "arg" + names.size()));
    int inputs = names.size();
    var text = new StringBuilder("partition of %d arguments, %d units\n".formatted(inputs, size()));
    for (var unit : units()) {
      switch (unit) {
        case FusionGroup group -> {
          var kind = isLoop(group) ? "loop" : "reduction";
          text.append("  ").append(kind).append(group.shape()).append('\n');
          group.nodes().forEach(node -> text.append("    ").append(line(node, names, inputs)));
        }
        case Node node -> text.append("  ").append(line(node, names, inputs));
      }
    }
    return text.append("  return ").append(list(graph.outputs(), names)).toString();
  }

  private static String line(Node node, Map<Atom.Var, String> names, int inputs) {
    var read = list(node.eqn().inputs(), names);
    for (var output : node.eqn().outputs()) {
      names.put(output, "v" + (names.size() - inputs));
    }
    var made =
        node.eqn().outputs().stream()
            .map(output -> names.get(output) + ":" + output.aval())
            .collect(Collectors.joining(" "));
    return "%s = %s %s".formatted(made, node.eqn().primitive().name(), read).strip() + "\n";
  }

  private static String list(List<Atom> atoms, Map<Atom.Var, String> names) {
    return atoms.stream()
        .map(atom ->
            switch (atom) {
              case Atom.Var variable -> Objects.requireNonNull(names.get(variable));
              case Atom.Literal literal -> literal.value() + ":" + literal.aval();
            })
        .collect(Collectors.joining(" "));
  }
}

package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.DeadCode;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The def-use graph of a fused program. For each variable it holds the maker, the readers and the
 * last use; for each equation its loop. Mutable: {@link Rematerialization} adds copies of equations
 * to loops.
 */
final class FusedGraph {

  /** An equation with its position, and the copies that come right before it. */
  static final class Node implements FusedLoop {

    private Eqn eqn;
    private final Lowering lowering;
    private final @Nullable FusedLoop loop;
    private final int position;
    private final List<Node> before = new ArrayList<>();

    private Node(Eqn eqn, @Nullable FusedLoop loop, int position) {
      this.eqn = eqn;
      this.lowering = eqn.lowering();
      this.loop = loop;
      this.position = position;
    }

    Eqn eqn() {
      return eqn;
    }

    Lowering lowering() {
      return lowering;
    }

    /**
     * {@return the loop of the equation: its group, or this node for a reduction of a stored array;
     * {@code null} if it is part of no loop}
     */
    @Nullable FusedLoop loop() {
      return loop == null && lowering instanceof Lowering.Reduction ? this : loop;
    }

    /** {@return the position among the equations; a copy has the position of its reader} */
    int position() {
      return position;
    }

    @Override
    public Shape shape() {
      return eqn.inputs().getFirst().aval().shape();
    }

    @Override
    public int capacity() {
      return FusionGroup.MAX_INSTRUCTIONS;
    }

    /** {@return whether the results share the memory of the operands} */
    boolean isAlias() {
      return lowering instanceof Lowering.View || lowering instanceof Lowering.Barrier;
    }

    /** {@return the operand whose memory a result of an alias shares} */
    private Atom operandOf(Atom.Var result) {
      return lowering instanceof Lowering.View
          ? eqn.inputs().getFirst()
          : eqn.inputs().get(eqn.outputs().indexOf(result));
    }

    /** {@return the results that share the memory of an operand} */
    private List<Atom.Var> aliasesOf(Atom.Var operand) {
      return isAlias()
          ? eqn.outputs().stream().filter(result -> operandOf(result) == operand).toList()
          : List.of();
    }
  }

  private final Jaxpr jaxpr;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Atom.Var, Node> makers = new IdentityHashMap<>();
  private final Map<Atom.Var, Set<Node>> readers = new IdentityHashMap<>();
  private final Map<FusedLoop, List<Node>> nodesOf = new IdentityHashMap<>();
  private final Map<FusedLoop, Integer> capacities = new IdentityHashMap<>();

  /** Variables that are live to the end: results, and arguments that are not donated. */
  private final Set<Atom> lasting = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  FusedGraph(FusedProgram.Fusion fusion, List<Boolean> donated) {
    this.jaxpr = fusion.jaxpr();
    for (var eqn : jaxpr.eqns()) {
      var node = new Node(eqn, fusion.groups().get(eqn), nodes.size());
      nodes.add(node);
      register(node);
    }
    results.addAll(jaxpr.outputs());
    lasting.addAll(jaxpr.outputs());
    for (int i = 0; i < donated.size(); i++) {
      if (!donated.get(i)) {
        lasting.add(jaxpr.inputs().get(i));
      }
    }
  }

  private void register(Node node) {
    node.eqn.outputs().forEach(output -> makers.put(output, node));
    node.eqn.inputs().forEach(input -> registerReader(input, node));
    var loop = node.loop();
    if (loop != null) {
      nodesOf.computeIfAbsent(loop, _ -> new ArrayList<>()).add(node);
    }
  }

  private void registerReader(Atom input, Node node) {
    if (input instanceof Atom.Var variable) {
      readers.computeIfAbsent(variable, _ -> new LinkedHashSet<>()).add(node);
    }
  }

  /** {@return the groups, each after the groups whose results it reads} */
  List<FusionGroup> groups() {
    return nodesOf.keySet().stream()
        .filter(FusionGroup.class::isInstance)
        .map(FusionGroup.class::cast)
        .sorted(Comparator.comparingInt(group -> nodes(group).getLast().position))
        .toList();
  }

  /** {@return the equations of a loop, in order} */
  List<Node> nodes(FusedLoop loop) {
    return Objects.requireNonNull(nodesOf.get(loop));
  }

  /** {@return the equation that makes a variable, or {@code null} for an argument} */
  @Nullable Node maker(Atom.Var variable) {
    return makers.get(variable);
  }

  /** {@return the equations that read a variable} */
  Set<Node> readers(Atom.Var variable) {
    return readers.getOrDefault(variable, Set.of());
  }

  /** {@return whether the program returns a variable} */
  boolean isResult(Atom.Var variable) {
    return results.contains(variable);
  }

  /** {@return the number of instructions that a loop may still take} */
  int capacity(FusedLoop loop) {
    return capacities.computeIfAbsent(loop, FusedLoop::capacity);
  }

  /** {@return the variable whose memory holds an atom, or {@code null} for a literal} */
  Atom.@Nullable Var root(Atom atom) {
    if (!(atom instanceof Atom.Var variable)) {
      return null;
    }
    var maker = makers.get(variable);
    return maker == null || !maker.isAlias() ? variable : root(maker.operandOf(variable));
  }

  /**
   * {@return the position of the last reader of a variable or its views}
   *
   * @param except readers that do not count
   */
  int lastUse(Atom.Var variable, Set<Node> except) {
    if (lasting.contains(variable)) {
      return Integer.MAX_VALUE;
    }
    int last = -1;
    for (var reader : readers(variable)) {
      if (!except.contains(reader)) {
        last = Math.max(last, reader.position);
        for (var alias : reader.aliasesOf(variable)) {
          last = Math.max(last, lastUse(alias, except));
        }
      }
    }
    return last;
  }

  /**
   * Adds copies of equations to a loop, before the first equation of the loop that reads a replaced
   * variable.
   *
   * @param readers equations of the loop
   * @param copies the replacement of each variable that the readers read
   * @param added the copies, in order
   * @param instructions the number of instructions of the copies
   */
  void add(
      FusedLoop loop,
      List<Node> readers,
      Map<Atom.Var, Atom.Var> copies,
      List<Eqn> added,
      int instructions) {
    var anchor = Collections.min(readers, Comparator.comparingInt(Node::position));
    for (var eqn : added) {
      var node = new Node(eqn, loop, anchor.position);
      anchor.before.add(node);
      register(node);
    }
    for (var reader : readers) {
      for (var input : reader.eqn.inputs()) {
        if (input instanceof Atom.Var variable && copies.containsKey(variable)) {
          readers(variable).remove(reader);
        }
      }
      reader.eqn =
          reader.eqn.with(Atoms.replace(reader.eqn.inputs(), copies), reader.eqn.outputs());
      reader.eqn.inputs().forEach(input -> registerReader(input, reader));
    }
    capacities.put(loop, capacity(loop) - instructions);
  }

  /** {@return the equations in order, without equations whose results are no longer read} */
  Jaxpr jaxpr() {
    var eqns = new ArrayList<Eqn>();
    nodes.forEach(node -> emit(node, eqns));
    return DeadCode.drop(new Jaxpr(jaxpr.inputs(), eqns, jaxpr.outputs()));
  }

  private static void emit(Node node, List<Eqn> eqns) {
    node.before.forEach(copy -> emit(copy, eqns));
    eqns.add(node.eqn);
  }

  /** {@return the loop of each equation that is part of one, by identity} */
  Map<Eqn, FusedLoop> loops() {
    var loops = new IdentityHashMap<Eqn, FusedLoop>();
    nodesOf.forEach((loop, all) -> all.forEach(node -> loops.put(node.eqn, loop)));
    return loops;
  }
}

package io.cambric.compile.fusion;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Atoms;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The def-use graph of a program: the maker and the readers of each variable, and the fusion group
 * of each equation. Mutable: {@link Fuser} assigns groups, and {@link Rematerialization} adds
 * copies of equations to them.
 */
public final class FusionGraph {

  /** An equation with its position, its lowering and its group. */
  public static final class Node implements FusionUnit {

    private Eqn eqn;
    private final Lowering lowering;
    private final int position;
    private @Nullable FusionGroup group;
    private int rank;
    private boolean removed;

    private Node(Eqn eqn, Lowering lowering, int position) {
      this.eqn = eqn;
      this.lowering = lowering;
      this.position = position;
    }

    /** {@return the equation} */
    public Eqn eqn() {
      return eqn;
    }

    /** {@return the lowering of the equation} */
    public Lowering lowering() {
      return lowering;
    }

    /** {@return the group of the equation, or {@code null} if it is part of no loop} */
    @Nullable FusionGroup group() {
      return group;
    }

    /** {@return the position among the equations; a copy has the position of its reader} */
    int position() {
      return position;
    }

    @Override
    public int rank() {
      return rank;
    }

    void join(FusionGroup joined) {
      group = joined;
    }

    void move(int order) {
      rank = order;
    }

    /** {@return whether nothing reads the results any more} */
    boolean isRemoved() {
      return removed;
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

  private final List<Atom.Var> inputs;
  private final List<Atom> outputs;
  private final List<Boolean> donated;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Atom.Var, Node> makers = new IdentityHashMap<>();
  private final Map<Atom.Var, Set<Node>> readers = new IdentityHashMap<>();

  /** Variables whose elements all have one known value. */
  private final Map<Atom.Var, Atom.Literal> splats = new IdentityHashMap<>();

  /** Variables that are live until the end: results, and arguments that are not donated. */
  private final Set<Atom> lasting = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Creates the graph of a program, without groups.
   *
   * @param donated whether each input may be overwritten after its last use
   */
  FusionGraph(Jaxpr jaxpr, List<Boolean> donated) {
    this.inputs = jaxpr.inputs();
    this.outputs = jaxpr.outputs();
    this.donated = donated;
    for (var eqn : jaxpr.eqns()) {
      var node = new Node(eqn, eqn.lowering(), nodes.size());
      nodes.add(node);
      register(node);
      if (node.isAlias()) {
        eqn.outputs().forEach(output -> addSplat(output, node.operandOf(output)));
      }
    }
    results.addAll(outputs);
    lasting.addAll(outputs);
    for (int i = 0; i < donated.size(); i++) {
      if (!donated.get(i)) {
        lasting.add(inputs.get(i));
      }
    }
  }

  private void register(Node node) {
    node.eqn.outputs().forEach(output -> makers.put(output, node));
    node.eqn.inputs().forEach(input -> registerReader(input, node));
  }

  private void registerReader(Atom input, Node node) {
    if (input instanceof Atom.Var variable) {
      readers.computeIfAbsent(variable, _ -> new LinkedHashSet<>()).add(node);
    }
  }

  private void addSplat(Atom.Var result, Atom operand) {
    var literal = literal(operand);
    if (literal != null && literal.aval().dtype() == result.aval().dtype()) {
      splats.put(result, literal);
    }
  }

  /** {@return the inputs of the program} */
  public List<Atom.Var> inputs() {
    return inputs;
  }

  /** {@return the results of the program} */
  public List<Atom> outputs() {
    return outputs;
  }

  /** {@return for each input whether it may be overwritten after its last use} */
  public List<Boolean> donated() {
    return donated;
  }

  /** {@return the equations of the program in order, without copies} */
  List<Node> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  /** {@return the equation that makes an atom, or {@code null} for an argument or a literal} */
  @Nullable Node maker(Atom atom) {
    return atom instanceof Atom.Var variable ? makers.get(variable) : null;
  }

  /** {@return the equations that read a variable} */
  Set<Node> readers(Atom.Var variable) {
    return readers.getOrDefault(variable, Set.of());
  }

  /** {@return whether the program returns a variable} */
  boolean isResult(Atom.Var variable) {
    return results.contains(variable);
  }

  /** {@return the known value of all elements of an atom, or {@code null}} */
  public Atom.@Nullable Literal literal(Atom atom) {
    return switch (atom) {
      case Atom.Literal literal -> literal;
      case Atom.Var variable -> splats.get(variable);
    };
  }

  /**
   * {@return whether an equation outside of a group reads a variable, or the program returns it}
   */
  public boolean isReadOutside(Atom.Var variable, FusionGroup group, @Nullable Node except) {
    if (isResult(variable)) {
      return true;
    }
    for (var reader : readers(variable)) {
      if (reader != except && reader.group != group) {
        return true;
      }
    }
    return false;
  }

  /** {@return the variable whose memory holds an atom, or {@code null} for a literal} */
  Atom.@Nullable Var root(Atom atom) {
    var root = atom;
    while (maker(root) instanceof Node maker && maker.isAlias()) {
      root = maker.operandOf((Atom.Var) root);
    }
    return root instanceof Atom.Var variable ? variable : null;
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
   * {@return whether the results of a row reduction are broadcast over the rows again, possibly
   * after pointwise work} Example: the sums of a softmax.
   */
  boolean isBroadcastOverRows(Node reduction, Shape shape) {
    int count = RowReductions.outer(shape).size();
    var reached = new ArrayDeque<Atom.Var>(reduction.eqn.outputs());
    var seen = new HashSet<Node>(); // compared by identity
    while (!reached.isEmpty()) {
      for (var node : readers(reached.remove())) {
        boolean pointwise =
            node.lowering instanceof Lowering.Elementwise || node.lowering instanceof Lowering.View;
        if (!pointwise) {
          continue;
        }
        var result = node.eqn.outputs().getFirst().aval().shape();
        if (result.equals(shape)) {
          return true;
        }
        if (result.size() == count && seen.add(node)) {
          reached.addAll(node.eqn.outputs());
        }
      }
    }
    return false;
  }

  /** {@return a copy of an equation for a reader, with other operands and results} */
  Node copyOf(Node node, List<Atom> operands, List<Atom.Var> copied, Node reader) {
    return new Node(node.eqn.with(operands, copied), node.lowering, reader.position);
  }

  /**
   * Adds copies of equations to a group, before the first equation of the group that reads a
   * replaced variable.
   *
   * @param readers equations of the group
   * @param copies the replacement of each variable that the readers read
   * @param added the copies, in order
   * @param instructions the number of instructions of the copies
   */
  void add(
      FusionGroup group,
      Collection<Node> readers,
      Map<Atom.Var, Atom.Var> copies,
      List<Node> added,
      int instructions) {
    added.forEach(this::register);
    group.insert(added, first(readers), instructions);
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
  }

  /** {@return the first of some equations in the order of the program} */
  static Node first(Collection<Node> nodes) {
    return Collections.min(nodes, Comparator.comparingInt(Node::position));
  }

  /**
   * Removes the equations of variables that nothing reads any more, and the equations that only
   * they read.
   */
  void removeUnread(Collection<Atom.Var> variables) {
    var suspects = new ArrayDeque<Atom>(variables);
    while (!suspects.isEmpty()) {
      if (maker(suspects.remove()) instanceof Node node && !node.removed && isUnread(node)) {
        node.removed = true;
        if (node.group != null) {
          node.group.remove(node);
        }
        for (var input : node.eqn.inputs()) {
          if (input instanceof Atom.Var variable) {
            readers(variable).remove(node);
            suspects.add(variable);
          }
        }
      }
    }
  }

  private boolean isUnread(Node node) {
    return !node.eqn.primitive().hasEffects()
        && node.eqn.outputs().stream()
            .allMatch(output -> readers(output).isEmpty() && !isResult(output));
  }
}

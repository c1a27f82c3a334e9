package io.cambric.compile.fusion;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fusion, phase one: decides which equations run as one loop. The result is a partition of the
 * equations, from which {@code StepEmitter} makes steps.
 *
 * <p>The equations are visited in order. A group is open until an equation outside reads one of its
 * results. No path then leaves a group and returns to it, so the groups have an order.
 */
public final class Fuser {

  private final FusionGraph graph;
  private final RowReductions rows = new RowReductions();
  private final GroupWaits waits;
  private final FusionConditions conditions;
  private final FusionCandidates candidates;

  /** The open groups in the order they were opened. */
  private final Set<FusionGroup> open = new LinkedHashSet<>();

  private final List<FusionGroup> groups = new ArrayList<>();
  private final Map<Atom.Var, FusionPartition.Part> parts = new IdentityHashMap<>();

  /** Groups and equations that have a place in the order of units. */
  private int ranked;

  private Fuser(FusionGraph graph) {
    this.graph = graph;
    this.waits = new GroupWaits(graph);
    this.conditions = new FusionConditions(graph, rows, waits);
    this.candidates = new FusionCandidates(waits);
  }

  /**
   * {@return the partition of a program into fusion groups}
   *
   * @param donated whether each input may be overwritten after its last use
   */
  public static FusionPartition partition(Jaxpr jaxpr, List<Boolean> donated) {
    return new Fuser(new FusionGraph(jaxpr, donated)).run();
  }

  private FusionPartition run() {
    graph.nodes().forEach(this::visit);
    completeAll();
    graph.nodes().forEach(this::rankAfterOperands);
    return new FusionPartition(graph, List.copyOf(groups), rows, parts);
  }

  private void visit(Node node) {
    boolean follows = follows(node);
    if (!follows) {
      for (var input : node.eqn().inputs()) {
        if (waits.waits(input)) {
          complete(waits.of(input));
        }
      }
    }
    switch (node.lowering()) {
      case Lowering.Elementwise(var body) -> elementwise(node, body, follows);
      case Lowering.View(var rules) -> view(node, rules, follows);
      case Lowering.Concatenate(var places) -> concatenate(node, places);
      case Lowering.Reduction(var op, var axes) -> reduce(node, op, axes, follows);
      case Lowering.Kernel _, Lowering.ControlFlow _ -> readAll(node, follows);
      case Lowering.Barrier _ -> barrier(node);
      case Lowering.Call _ -> throw new IllegalStateException("calls are inlined before fusion");
    }
    if (!isInLoop(node)) {
      rank(node, ++ranked);
    }
  }

  /** {@return whether an equation follows the open groups that it reads or waits for} */
  private boolean follows(Node node) {
    boolean waiting = false;
    var read = new ArrayList<Atom>();
    for (var input : node.eqn().inputs()) {
      waiting |= waits.waits(input);
      if (waits.openGroup(input) instanceof FusionGroup group && group.hasRows()) {
        read.add(input);
      }
    }
    boolean outside = !read.isEmpty() && !conditions.joinsAllOf(node, read, waiting);
    return (waiting || outside) && waits.isFollower(node);
  }

  private void elementwise(Node node, LoopBody body, boolean follows) {
    var shape = node.eqn().outputs().getFirst().aval().shape();
    var readable = conditions.readable(node, body, follows);
    if (readable != null) {
      var group = readable.group();
      if (readable.other() instanceof FusionGroup other) {
        merge(group, other);
      }
      mergeMakers(group, node, body);
      join(node, body, group, follows);
      if (!shape.equals(group.shape())) {
        rows.add(node);
      }
      return;
    }
    // An equation that cannot join the groups of its per-row operands completes them first.
    for (var input : node.eqn().inputs()) {
      if (rows.ofOpen(input) != null) {
        read(input, follows);
      }
    }
    join(node, body, choose(node, shape, body, follows), follows);
  }

  private FusionGroup choose(Node node, Shape shape, LoopBody body, boolean follows) {
    var chosen =
        candidates.find(node, shape, group -> conditions.admits(group, node, body, follows));
    if (chosen == null) {
      chosen = new FusionGroup(shape, groups.size());
      groups.add(chosen);
      open.add(chosen);
      candidates.open(chosen);
    }
    if (follows) {
      for (var input : node.eqn().inputs()) {
        var maker = conditions.openMaker(input);
        chosen.await(maker == null ? waits.of(input) : waits.of(maker));
      }
    }
    mergeMakers(chosen, node, body);
    return chosen;
  }

  /** Merges a group with the other groups that compute operands of an equation, if they fit. */
  private void mergeMakers(FusionGroup group, Node node, LoopBody body) {
    var others = new TreeMap<Integer, FusionGroup>(); // in the order they were opened
    for (var input : node.eqn().inputs()) {
      if (conditions.openMaker(input) instanceof FusionGroup other && other != group) {
        others.put(other.number(), other);
      }
    }
    for (var other : others.values()) {
      if (conditions.canMerge(group, other, body)) {
        merge(group, other);
      }
    }
  }

  private void merge(FusionGroup group, FusionGroup other) {
    group.absorb(other);
    open.remove(other);
    candidates.move(other, group);
  }

  private void join(Node node, LoopBody body, FusionGroup group, boolean follows) {
    boolean points = node.eqn().outputs().getFirst().aval().shape().equals(group.shape());
    for (var input : node.eqn().inputs()) {
      var row = rows.ofOpen(input);
      var literal = graph.literal(input);
      if (literal != null) {
        group.addLiteral(literal);
      } else if (row != null && row.group() == group) {
        if (points) {
          group.addSpread(row.base());
        }
      } else if (waits.openGroup(input) != group) {
        read(input, follows);
        group.await(waits.of(input));
        candidates.addLoad(group, input);
      }
    }
    group.add(node, body);
  }

  private void view(Node node, List<Lowering.ViewRule> rules, boolean follows) {
    var input = node.eqn().inputs().getFirst();
    var outputs = node.eqn().outputs();
    if (outputs.stream().allMatch(output -> graph.literal(output) != null)) {
      return;
    }
    var row = rows.ofOpen(input);
    if (row != null) {
      var layouts = layouts(rules, row.layout());
      if (layouts != null) {
        for (int i = 0; i < rules.size(); i++) {
          rows.addView(row, layouts.get(i), outputs.get(i));
          candidates.addView(outputs.get(i), (Atom.Var) input, rules.get(i));
        }
        row.group().add(node);
        return;
      }
    }
    readAll(node, follows);
    for (int i = 0; i < rules.size(); i++) {
      if (input instanceof Atom.Var variable) {
        candidates.addView(outputs.get(i), variable, rules.get(i));
      }
    }
  }

  /**
   * {@return the layouts of the views, or {@code null} if one of them needs a copy of the operand}
   */
  private static @Nullable List<Lowering.Layout> layouts(
      List<Lowering.ViewRule> rules, Lowering.Layout operand) {
    var layouts = new ArrayList<Lowering.Layout>(rules.size());
    for (var rule : rules) {
      var layout = rule.apply(operand);
      if (layout == null) {
        return null;
      }
      layouts.add(layout);
    }
    return layouts;
  }

  /** Lets open groups write operands into the result, and has the other operands copied. */
  private void concatenate(Node node, List<Lowering.ViewRule> places) {
    var whole = node.eqn().outputs().getFirst();
    var awaited = new LinkedHashSet<FusionGroup>();
    for (int i = 0; i < places.size(); i++) {
      var operand = node.eqn().inputs().get(i);
      if (conditions.isComputedAtOpenPoints(operand)
          && operand instanceof Atom.Var part
          && !parts.containsKey(part)) {
        parts.put(part, new FusionPartition.Part(node, i));
        candidates.addView(part, whole, places.get(i));
        awaited.add(Objects.requireNonNull(waits.openGroup(operand)));
      } else {
        read(operand, false);
      }
    }
    waits.add(node, awaited);
  }

  private void reduce(Node node, ReduceOp op, Axes axes, boolean follows) {
    var input = node.eqn().inputs().getFirst();
    var shape = input.aval().shape();
    var ofRows = RowReductions.operation(op, axes, input.aval());
    var group = conditions.groupReadOnlyBy(node, input);
    // A loop that runs in any case also reduces the rows that it computes.
    boolean trailing = group == null && conditions.isComputedAtOpenPoints(input);
    if (ofRows != null && (trailing || graph.isBroadcastOverRows(node, shape))) {
      reduceRows(node, ofRows, follows);
    } else if (group != null) {
      close(group);
      group.closeWith(node);
    } else {
      read(input, follows);
      var alone = new FusionGroup(shape, groups.size());
      groups.add(alone);
      alone.await(waits.of(input));
      alone.closeWith(node);
    }
  }

  /** Adds a row reduction to the group that computes the rows, if the conditions allow it. */
  private void reduceRows(Node node, ScalarOp op, boolean follows) {
    var input = node.eqn().inputs().getFirst();
    if (rows.ofOpen(input) != null) {
      read(input, follows);
    }
    var body = LoopBody.of(op, input.aval().dtype(), 0, List.of(input.aval().dtype()));
    var maker = conditions.openMaker(input);
    var group =
        maker != null && conditions.admits(maker, node, body, follows)
            ? maker
            : choose(node, input.aval().shape(), body, follows);
    join(node, body, group, follows);
    rows.add(node);
  }

  /** Completes all groups, so that no later equation joins them. */
  private void barrier(Node node) {
    completeAll();
    for (int i = 0; i < node.eqn().inputs().size(); i++) {
      candidates.addAlias(node.eqn().outputs().get(i), node.eqn().inputs().get(i));
    }
  }

  private void readAll(Node node, boolean follows) {
    node.eqn().inputs().forEach(input -> read(input, follows));
    if (follows) {
      waits.add(node, waits.of(node.eqn().inputs()));
    }
  }

  /** Reads an atom from memory: its group is complete, unless the reader follows it. */
  private void read(Atom atom, boolean follows) {
    if (graph.literal(atom) != null) {
      return;
    }
    if (!follows) {
      complete(waits.of(atom));
    } else if (waits.openGroup(atom) instanceof FusionGroup group && !waits.canBeFollowed(group)) {
      complete(group);
    }
  }

  private void completeAll() {
    complete(List.copyOf(open));
  }

  private void complete(Iterable<FusionGroup> all) {
    all.forEach(this::complete);
  }

  private void complete(FusionGroup group) {
    if (group.isOpen()) {
      complete(waits.of(group));
      close(group);
      group.close(++ranked);
    }
  }

  private void close(FusionGroup group) {
    open.remove(group);
    candidates.forget(group);
  }

  /** {@return whether an equation is in a loop, which gets its rank when it is complete} */
  private static boolean isInLoop(Node node) {
    return node.group() instanceof FusionGroup group && group.kind() == FusionGroup.Kind.LOOP;
  }

  private static void rank(Node node, int rank) {
    node.move(rank);
    if (node.group() instanceof FusionGroup group) {
      group.move(rank);
    }
  }

  /** Moves a follower after the groups that it waited for. */
  private void rankAfterOperands(Node node) {
    if (isInLoop(node)) {
      return;
    }
    var readers = node.group() instanceof FusionGroup group ? group.nodes() : List.of(node);
    int rank = node.rank();
    for (var reader : readers) {
      for (var input : reader.eqn().inputs()) {
        if (graph.maker(input) instanceof Node maker) {
          rank = Math.max(rank, FusionPartition.unit(maker).rank());
        }
      }
    }
    rank(node, rank);
  }
}

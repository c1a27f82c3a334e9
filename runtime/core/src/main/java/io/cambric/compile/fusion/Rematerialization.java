package io.cambric.compile.fusion;

import io.cambric.array.Shape;
import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import io.cambric.kernel.ScalarOp;
import io.cambric.recompute.RecomputeCosts;
import io.cambric.recompute.Residuals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Rematerialization: decides which values of a loop are stored for later loops, and which values
 * the later loops recompute. Recomputing saves memory traffic where it costs less than a load and a
 * store. Example: the gradient of a GELU is computed from its operand alone; the gradient of a
 * normalisation from its operand, means and deviations.
 *
 * <p>The decision is a minimum cut of the graph that computes the values of the loop. Its sources
 * are operands of the loop, per-row values and values that are expensive to compute; its sinks are
 * the values that later loops read. See {@link Residuals} and {@link RecomputeCosts}.
 *
 * <p>Copies apply the same operations to the same values, so the results have the same bits. The
 * pass runs after common subexpression elimination and adds the copies to the fusion groups, so no
 * other pass undoes it.
 *
 * <p>The pass works within and between loops. The recomputation that {@code checkpoint} requests,
 * kernels included, is part of the program before this pass. Its barriers are kept, and values that
 * pass a barrier are stored.
 */
public final class Rematerialization {

  private final FusionGraph graph;
  private final FusionGroup group;
  private final Shape shape;

  /** For each value of the group that can be recomputed, its readers by their loop. */
  private final Map<Atom.Var, Map<FusionGroup, List<Node>>> requested = new LinkedHashMap<>();

  /** All readers in {@link #requested}. */
  private final Set<Node> requesters = new HashSet<>();

  private final Set<FusionGroup> full = Collections.newSetFromMap(new IdentityHashMap<>());

  private Rematerialization(FusionGraph graph, FusionGroup group) {
    this.graph = graph;
    this.group = group;
    this.shape = group.shape();
  }

  /** {@return the partition, with cheap values recomputed in the loops that read them} */
  public static FusionPartition recompute(FusionPartition partition) {
    for (var group : partition.groups()) {
      new Rematerialization(partition.graph(), group).run();
    }
    return partition;
  }

  private void run() {
    while (true) {
      find();
      if (requested.isEmpty()) {
        return;
      }
      var recomputed = recomputed();
      var clones = new ArrayList<ClonedEqns>();
      for (var loop : loops()) {
        var copy = new ClonedEqns(loop, recomputed);
        clones.add(copy);
        if (!copy.fits()) {
          full.add(loop);
        }
      }
      if (clones.stream().noneMatch(copy -> full.contains(copy.loop))) {
        clones.forEach(ClonedEqns::apply);
        graph.removeUnread(requested.keySet());
        return;
      }
    }
  }

  private Set<FusionGroup> loops() {
    var loops = new LinkedHashSet<FusionGroup>(); // compared by identity
    requested.values().forEach(readers -> loops.addAll(readers.keySet()));
    return loops;
  }

  private void find() {
    requested.clear();
    requesters.clear();
    for (var node : group.nodes()) {
      for (var value : node.eqn().outputs()) {
        for (var reader : graph.readers(value)) {
          var loop = reader.group();
          if (loop != null
              && loop != group
              && !full.contains(loop)
              && isPoint(value)
              && !reader.isAlias()
              && sameShape(loop)) {
            requested
                .computeIfAbsent(value, _ -> new LinkedHashMap<>())
                .computeIfAbsent(loop, _ -> new ArrayList<>())
                .add(reader);
            requesters.add(reader);
          }
        }
      }
    }
  }

  private boolean sameShape(FusionGroup loop) {
    return loop.shape().equals(shape);
  }

  /** {@return whether the group computes a value at each of its points} */
  private boolean isPoint(Atom.Var value) {
    var node = graph.maker(value);
    return node != null
        && node.group() == group
        && node.lowering() instanceof Lowering.Elementwise
        && value.aval().shape().equals(shape)
        && !shape.equals(Shape.scalar());
  }

  /** {@return the number of operations that recompute a value, if the loops may recompute it} */
  private OptionalInt operations(Atom.Var value) {
    if (!isPoint(value)) {
      return OptionalInt.empty();
    }
    var node = Objects.requireNonNull(graph.maker(value));
    var eqn = node.eqn();
    return eqn.primitive().hasEffects() || eqn.outputs().size() > 1
        ? OptionalInt.empty()
        : RecomputeCosts.operations(((Lowering.Elementwise) node.lowering()).body());
  }

  /** {@return the values that their readers recompute} */
  private Set<Atom.Var> recomputed() {
    var loops =
        new LinkedHashMap<
            Atom.Var, Set<FusionGroup>>(); // that read a value or a value computed from it
    requested.keySet().forEach(value -> addVertex(value, loops));
    requested.forEach((value, readers) -> loopsOf(loops, value).addAll(readers.keySet()));
    for (var value : List.copyOf(loops.keySet()).reversed()) { // readers first
      if (operations(value).isPresent()) {
        for (var operand : operands(value)) {
          loopsOf(loops, operand).addAll(loopsOf(loops, value));
        }
      }
    }
    var residuals = new Residuals();
    loops.forEach((value, readers) -> {
      var operations = operations(value);
      if (operations.isEmpty()) {
        residuals.add(value, storeCost(value, readers), RecomputeCosts.INFINITE, List.of());
      } else {
        long recomputed = (long) operations.getAsInt() * shape.size() * readers.size();
        residuals.add(value, storeCost(value, readers), recomputed, operands(value));
      }
    });
    requested.keySet().forEach(residuals::request);
    return residuals.recomputed();
  }

  private static Set<FusionGroup> loopsOf(Map<Atom.Var, Set<FusionGroup>> loops, Atom.Var value) {
    return Objects.requireNonNull(loops.get(value));
  }

  /** Adds a value after all its operands, with no loops yet. */
  private void addVertex(Atom.Var value, Map<Atom.Var, Set<FusionGroup>> loops) {
    if (loops.containsKey(value)) {
      return;
    }
    if (operations(value).isPresent()) {
      operands(value).forEach(operand -> addVertex(operand, loops));
    }
    loops.put(value, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  /** {@return the variables that the equation of a value reads, without known values} */
  private List<Atom.Var> operands(Atom.Var value) {
    return Objects.requireNonNull(graph.maker(value)).eqn().inputs().stream()
        .filter(input -> graph.root(input) != null)
        .map(Atom.Var.class::cast)
        .distinct()
        .toList();
  }

  /**
   * {@return the cost of a value in memory for these loops: to write it, to keep it, and to read
   * it}
   */
  private long storeCost(Atom.Var value, Set<FusionGroup> loops) {
    var root = Objects.requireNonNull(graph.root(value));
    long perByte = RecomputeCosts.READ * loops.size();
    int now = group.nodes().getLast().position();
    int last =
        loops.stream().mapToInt(loop -> loop.nodes().getFirst().position()).max().orElse(now);
    perByte += graph.lastUse(root, requesters) < last ? RecomputeCosts.KEEP : 0;
    perByte += isPoint(value) && !isStoredInAnyCase(value) ? RecomputeCosts.WRITE : 0;
    return perByte * root.aval().bytes();
  }

  private boolean isStoredInAnyCase(Atom.Var value) {
    return graph.isResult(value)
        || graph.readers(value).stream()
            .anyMatch(reader -> reader.group() != group && !requesters.contains(reader));
  }

  /** The copies of equations that one loop receives. */
  private final class ClonedEqns {

    private final FusionGroup loop;
    private final Set<Atom.Var> recomputed;
    private final Map<Atom.Var, Atom.Var> copyOf = new IdentityHashMap<>();
    private final Map<Atom.Var, Atom.Var> replaced = new IdentityHashMap<>();
    private final Set<Node> readers = new LinkedHashSet<>();
    private final List<Node> added = new ArrayList<>();
    private int instructions;
    private boolean indexed;

    ClonedEqns(FusionGroup loop, Set<Atom.Var> recomputed) {
      this.loop = loop;
      this.recomputed = recomputed;
      requested.forEach((value, byLoop) -> {
        if (byLoop.containsKey(loop) && recomputed.contains(value)) {
          readers.addAll(Objects.requireNonNull(byLoop.get(loop)));
        }
      });
      requested.forEach((value, byLoop) -> {
        if (byLoop.containsKey(loop) && recomputed.contains(value)) {
          replaced.put(value, copy(value));
        }
      });
    }

    /**
     * {@return whether the loop can take the copies; a reduction permutes axes and so reads no
     * index}
     */
    boolean fits() {
      return instructions <= loop.capacity()
          && !(indexed && loop.kind() == FusionGroup.Kind.REDUCTION);
    }

    private Atom.Var copy(Atom.Var value) {
      if (!recomputed.contains(value)) {
        return value;
      }
      var known = copyOf.get(value);
      if (known != null) {
        return known;
      }
      var node = Objects.requireNonNull(graph.maker(value));
      var inputs = new ArrayList<Atom>();
      for (var input : node.eqn().inputs()) {
        inputs.add(input instanceof Atom.Var variable ? copy(variable) : input);
        instructions += input instanceof Atom.Literal ? 1 : 0;
      }
      var copy = new Atom.Var(value.aval());
      copyOf.put(value, copy);
      added.add(graph.copyOf(node, inputs, List.of(copy), FusionGraph.first(readers)));
      var code = ((Lowering.Elementwise) node.lowering()).body().code();
      instructions += code.size();
      indexed |= code.stream().anyMatch(instr -> instr.op() == ScalarOp.INDEX);
      return copy;
    }

    void apply() {
      if (!added.isEmpty()) {
        graph.add(loop, readers, replaced, added, instructions);
      }
    }
  }
}

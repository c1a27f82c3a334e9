package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.compile.FusedEqns.Line;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Decides which values of a loop are stored for later loops and which those compute again from what
 * is stored: the gradient of a GELU from its operand alone, that of a normalisation from its
 * operand, means and deviations.
 *
 * <p>What the values of a loop follow from is a graph, and what is stored separates its sources
 * (operands of the loop, row values, what is dear to compute) from what later loops read: a minimum
 * cut, see {@link RecomputeCosts}. The same operations are applied to the same values, so results
 * are the same bits. Merging comes before, and groups are kept as they were, so nothing undoes it.
 *
 * <p>This is the compiler's own, within and between loops. What {@code checkpoint} recomputes,
 * kernels included, is the user's choice and part of the program before: its barriers stay where
 * they are, and what passes one is stored.
 */
final class Recomputation {

  private final FusedEqns eqns;
  private final Group group;
  private final Shape shape;

  /** Readers of each value of the group that could compute it again, by the loop they are in. */
  private final Map<Atom.Var, Map<Object, List<Line>>> wanted = new LinkedHashMap<>();

  /** All of these readers. */
  private final Set<Line> wanting = new HashSet<>();

  private final Set<Object> full = Collections.newSetFromMap(new IdentityHashMap<>());

  private Recomputation(FusedEqns eqns, Group group) {
    this.eqns = eqns;
    this.group = group;
    this.shape = group.shape();
  }

  /** {@return a program as steps, cheap values computed again where they are read} */
  static Fused fuse(Jaxpr jaxpr, List<Boolean> donated) {
    var fused = Fuser.fuse(jaxpr, Grouping.free());
    var eqns = new FusedEqns(jaxpr, fused.groups(), donated);
    boolean changed = false;
    for (var group : eqns.groups()) {
      changed |= new Recomputation(eqns, group).run();
    }
    return changed ? Fuser.fuse(eqns.jaxpr(), Grouping.of(eqns.loops())) : fused;
  }

  /** A value that a cut may store, and the loops that want it or what follows from it. */
  private record Vertex(int in, int out, Set<Object> loops) {}

  private boolean run() {
    while (true) {
      find();
      if (wanted.isEmpty()) {
        return false;
      }
      var again = computedAgain();
      var copies = new ArrayList<Copies>();
      for (var loop : loops()) {
        var copy = new Copies(loop, again);
        copies.add(copy);
        if (copy.instructions > eqns.room(loop)) {
          full.add(loop);
        }
      }
      if (copies.stream().noneMatch(copy -> full.contains(copy.loop))) {
        copies.forEach(Copies::apply);
        return copies.stream().anyMatch(copy -> !copy.added.isEmpty());
      }
    }
  }

  private Set<Object> loops() {
    var loops = new LinkedHashSet<Object>(); // lines and groups compare by identity
    wanted.values().forEach(readers -> loops.addAll(readers.keySet()));
    return loops;
  }

  private void find() {
    wanted.clear();
    wanting.clear();
    for (var line : eqns.lines(group)) {
      for (var value : line.eqn().outputs()) {
        for (var reader : eqns.readers(value)) {
          var loop = reader.loop();
          if (loop != null
              && loop != group
              && !full.contains(loop)
              && isPoint(value)
              && !reader.isAlias()
              && sameShape(loop)) {
            wanted
                .computeIfAbsent(value, _ -> new LinkedHashMap<>())
                .computeIfAbsent(loop, _ -> new ArrayList<>())
                .add(reader);
            wanting.add(reader);
          }
        }
      }
    }
  }

  private boolean sameShape(Object loop) {
    return loop instanceof Group other
        ? other.shape().equals(shape)
        : ((Line) loop).eqn().inputs().getFirst().aval().shape().equals(shape);
  }

  /** {@return whether a value is one of the group's, at each of its points} */
  private boolean isPoint(Atom.Var value) {
    var line = eqns.maker(value);
    return line != null
        && line.loop() == group
        && line.lowering() instanceof Lowering.Elementwise
        && value.aval().shape().equals(shape)
        && !shape.equals(Shape.scalar());
  }

  /** {@return the operations that compute a value again, or -1 if none may} */
  private int operations(Atom.Var value) {
    if (!isPoint(value)) {
      return -1;
    }
    var line = Objects.requireNonNull(eqns.maker(value));
    var eqn = line.eqn();
    return eqn.primitive().hasEffects() || eqn.outputs().size() > 1
        ? -1
        : RecomputeCosts.operations(((Lowering.Elementwise) line.lowering()).body());
  }

  /** {@return the values that are computed again where they are wanted: those a cut leaves over} */
  private Set<Atom.Var> computedAgain() {
    var graph = new MinimumCut();
    var vertices = new IdentityHashMap<Atom.Var, Vertex>();
    var order = new ArrayList<Atom.Var>();
    wanted.keySet().forEach(value -> addVertex(value, graph, vertices, order));
    wanted.forEach((value, readers) -> {
      var vertex = Objects.requireNonNull(vertices.get(value));
      vertex.loops.addAll(readers.keySet());
      graph.addEdge(vertex.out, MinimumCut.TARGET, RecomputeCosts.INFINITE);
    });
    for (var value : order.reversed()) { // readers first
      var vertex = Objects.requireNonNull(vertices.get(value));
      int operations = operations(value);
      if (operations >= 0) {
        for (var operand : operands(value)) {
          var source = Objects.requireNonNull(vertices.get(operand));
          source.loops.addAll(vertex.loops);
          graph.addEdge(source.out, vertex.in, RecomputeCosts.INFINITE);
        }
      }
      graph.addEdge(vertex.in, vertex.out, storing(value, vertex.loops));
      graph.addEdge(
          MinimumCut.SOURCE,
          vertex.in,
          operations < 0
              ? RecomputeCosts.INFINITE
              : (long) operations * shape.size() * vertex.loops.size());
    }
    boolean[] cutOff = graph.cut();
    Set<Atom.Var> again = Collections.newSetFromMap(new IdentityHashMap<>());
    vertices.forEach((value, vertex) -> {
      if (cutOff[vertex.in]) {
        again.add(value);
      }
    });
    return again;
  }

  /** Adds a value after all that it follows from. */
  private void addVertex(
      Atom.Var value, MinimumCut graph, Map<Atom.Var, Vertex> vertices, List<Atom.Var> order) {
    if (vertices.containsKey(value)) {
      return;
    }
    Set<Object> loops = Collections.newSetFromMap(new IdentityHashMap<>());
    vertices.put(value, new Vertex(graph.addNode(), graph.addNode(), loops));
    if (operations(value) >= 0) {
      operands(value).forEach(operand -> addVertex(operand, graph, vertices, order));
    }
    order.add(value);
  }

  /** {@return the variables that an equation reads, without those that are known} */
  private List<Atom.Var> operands(Atom.Var value) {
    return Objects.requireNonNull(eqns.maker(value)).eqn().inputs().stream()
        .filter(input -> eqns.root(input) != null)
        .map(Atom.Var.class::cast)
        .distinct()
        .toList();
  }

  /** {@return the cost of having a value in memory for these loops} */
  private long storing(Atom.Var value, Set<Object> loops) {
    var root = Objects.requireNonNull(eqns.root(value));
    long perByte = RecomputeCosts.READ * loops.size();
    int now = eqns.lines(group).getLast().position();
    int last =
        loops.stream().mapToInt(loop -> eqns.lines(loop).getFirst().position()).max().orElse(now);
    perByte += eqns.lastUse(root, wanting) < last ? RecomputeCosts.KEEP : 0;
    perByte += isPoint(value) && !isStoredAnyway(value) ? RecomputeCosts.WRITE : 0;
    return perByte * root.aval().shape().size() * root.aval().dtype().bytes();
  }

  private boolean isStoredAnyway(Atom.Var value) {
    return eqns.isResult(value)
        || eqns.readers(value).stream()
            .anyMatch(reader -> reader.loop() != group && !wanting.contains(reader));
  }

  /** The copies of equations that a loop is given. */
  private final class Copies {

    private final Object loop;
    private final Set<Atom.Var> again;
    private final Map<Atom.Var, Atom.Var> copyOf = new IdentityHashMap<>();
    private final Map<Atom.Var, Atom.Var> replaced = new IdentityHashMap<>();
    private final Set<Line> readers = new LinkedHashSet<>();
    private final List<Eqn> added = new ArrayList<>();
    private int instructions;

    Copies(Object loop, Set<Atom.Var> again) {
      this.loop = loop;
      this.again = again;
      wanted.forEach((value, byLoop) -> {
        if (byLoop.containsKey(loop) && again.contains(value)) {
          replaced.put(value, copy(value));
          readers.addAll(Objects.requireNonNull(byLoop.get(loop)));
        }
      });
    }

    private Atom.Var copy(Atom.Var value) {
      if (!again.contains(value)) {
        return value;
      }
      var known = copyOf.get(value);
      if (known != null) {
        return known;
      }
      var line = Objects.requireNonNull(eqns.maker(value));
      var inputs = new ArrayList<Atom>();
      for (var input : line.eqn().inputs()) {
        inputs.add(input instanceof Atom.Var variable ? copy(variable) : input);
        instructions += input instanceof Atom.Literal ? 1 : 0;
      }
      var copy = new Atom.Var(value.aval());
      copyOf.put(value, copy);
      added.add(line.eqn().with(inputs, List.of(copy)));
      instructions += ((Lowering.Elementwise) line.lowering()).body().code().size();
      return copy;
    }

    void apply() {
      if (!added.isEmpty()) {
        eqns.add(loop, List.copyOf(readers), replaced, added, instructions);
      }
    }
  }
}

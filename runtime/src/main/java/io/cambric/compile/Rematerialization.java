package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.compile.FusedGraph.Line;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
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
import java.util.Set;

/**
 * Decides which values of a loop are stored for later loops and which those compute again from what
 * is stored: the gradient of a GELU from its operand alone, that of a normalisation from its
 * operand, means and deviations.
 *
 * <p>What the values of a loop follow from is a graph, and what is stored separates its sources
 * (operands of the loop, row values, what is dear to compute) from what later loops read: a minimum
 * cut, see {@link Residuals} and {@link RecomputeCosts}. The same operations are applied to the
 * same values, so results are the same bits. Merging comes before, and groups are kept as they
 * were, so nothing undoes it.
 *
 * <p>This is the compiler's own, within and between loops. What {@code checkpoint} recomputes,
 * kernels included, is the user's choice and part of the program before: its barriers stay where
 * they are, and what passes one is stored.
 */
final class Rematerialization {

  private final FusedGraph eqns;
  private final FusionGroup group;
  private final Shape shape;

  /** Readers of each value of the group that could compute it again, by the loop they are in. */
  private final Map<Atom.Var, Map<Object, List<Line>>> requested = new LinkedHashMap<>();

  /** All of these readers. */
  private final Set<Line> wanting = new HashSet<>();

  private final Set<Object> full = Collections.newSetFromMap(new IdentityHashMap<>());

  private Rematerialization(FusedGraph eqns, FusionGroup group) {
    this.eqns = eqns;
    this.group = group;
    this.shape = group.shape();
  }

  /** {@return a program as steps, cheap values computed again where they are read} */
  static FusedProgram fuse(Jaxpr jaxpr, List<Boolean> donated) {
    var fused = Fuser.fuse(jaxpr, FusionConstraint.free());
    var eqns = new FusedGraph(fused.jaxpr(), fused.groups(), donated);
    boolean changed = false;
    for (var group : eqns.groups()) {
      changed |= new Rematerialization(eqns, group).run();
    }
    return changed ? Fuser.fuse(eqns.jaxpr(), FusionConstraint.of(eqns.loops())) : fused;
  }

  private boolean run() {
    while (true) {
      find();
      if (requested.isEmpty()) {
        return false;
      }
      var again = computedAgain();
      var copies = new ArrayList<Copies>();
      for (var loop : loops()) {
        var copy = new Copies(loop, again);
        copies.add(copy);
        if (copy.instructions > eqns.capacity(loop)) {
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
    requested.values().forEach(readers -> loops.addAll(readers.keySet()));
    return loops;
  }

  private void find() {
    requested.clear();
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
            requested
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
    return loop instanceof FusionGroup other
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

  /** {@return the values that are computed again where they are wanted} */
  private Set<Atom.Var> computedAgain() {
    var loops =
        new LinkedHashMap<Atom.Var, Set<Object>>(); // of a value, or of what follows from it
    requested.keySet().forEach(value -> addVertex(value, loops));
    requested.forEach((value, readers) -> loopsOf(loops, value).addAll(readers.keySet()));
    for (var value : List.copyOf(loops.keySet()).reversed()) { // readers first
      if (operations(value) >= 0) {
        for (var operand : operands(value)) {
          loopsOf(loops, operand).addAll(loopsOf(loops, value));
        }
      }
    }
    var residuals = new Residuals();
    loops.forEach((value, its) -> {
      int operations = operations(value);
      if (operations < 0) {
        residuals.add(value, storing(value, its), RecomputeCosts.INFINITE, List.of());
      } else {
        long again = (long) operations * shape.size() * its.size();
        residuals.add(value, storing(value, its), again, operands(value));
      }
    });
    requested.keySet().forEach(residuals::want);
    return residuals.computedAgain();
  }

  private static Set<Object> loopsOf(Map<Atom.Var, Set<Object>> loops, Atom.Var value) {
    return Objects.requireNonNull(loops.get(value));
  }

  /** Adds a value after all that it follows from, with no loops yet. */
  private void addVertex(Atom.Var value, Map<Atom.Var, Set<Object>> loops) {
    if (loops.containsKey(value)) {
      return;
    }
    if (operations(value) >= 0) {
      operands(value).forEach(operand -> addVertex(operand, loops));
    }
    loops.put(value, Collections.newSetFromMap(new IdentityHashMap<>()));
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
      requested.forEach((value, byLoop) -> {
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

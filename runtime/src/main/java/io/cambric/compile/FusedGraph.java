package io.cambric.compile;

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
 * The equations of a program with the loops that fusion made of them: who makes and who reads a
 * variable, and how long it lives. Mutable: loops can be given copies of equations of others.
 */
final class FusedGraph {

  /** An equation, its place, and the copies that come right before it. */
  static final class Line {

    private Eqn eqn;
    private final Lowering lowering;
    private final @Nullable Object loop;
    private final int position;
    private final List<Line> before = new ArrayList<>();

    private Line(Eqn eqn, @Nullable Object loop, int position) {
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
     * {@return the loop that the equation is part of: a group, or the line of a reduction that
     * reads what another loop has stored; {@code null} for all else}
     */
    @Nullable Object loop() {
      return loop == null && lowering instanceof Lowering.Reduction ? this : loop;
    }

    /** {@return where it stands among the equations; copies stand where their reader does} */
    int position() {
      return position;
    }

    /** {@return whether its results lie where its operands lie} */
    boolean isAlias() {
      return lowering instanceof Lowering.View || lowering instanceof Lowering.Barrier;
    }

    /** {@return the operand where a result lies, of a line that is an alias} */
    private Atom operandOf(Atom.Var result) {
      return lowering instanceof Lowering.View
          ? eqn.inputs().getFirst()
          : eqn.inputs().get(eqn.outputs().indexOf(result));
    }

    /** {@return the results that lie where an operand lies} */
    private List<Atom.Var> aliasesOf(Atom.Var operand) {
      return isAlias()
          ? eqn.outputs().stream().filter(result -> operandOf(result) == operand).toList()
          : List.of();
    }
  }

  private final Jaxpr jaxpr;
  private final List<Line> lines = new ArrayList<>();
  private final Map<Atom.Var, Line> makers = new IdentityHashMap<>();
  private final Map<Atom.Var, Set<Line>> readers = new IdentityHashMap<>();
  private final Map<Object, List<Line>> linesOf = new IdentityHashMap<>();
  private final Map<Object, Integer> capacities = new IdentityHashMap<>();

  /** Variables that live to the end: results, and arguments that the caller keeps. */
  private final Set<Atom> lasting = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  FusedGraph(Jaxpr jaxpr, Map<Eqn, FusionGroup> groups, List<Boolean> donated) {
    this.jaxpr = jaxpr;
    for (var eqn : jaxpr.eqns()) {
      var line = new Line(eqn, groups.get(eqn), lines.size());
      lines.add(line);
      note(line);
    }
    results.addAll(jaxpr.outputs());
    lasting.addAll(jaxpr.outputs());
    for (int i = 0; i < donated.size(); i++) {
      if (!donated.get(i)) {
        lasting.add(jaxpr.inputs().get(i));
      }
    }
  }

  private void note(Line line) {
    line.eqn.outputs().forEach(output -> makers.put(output, line));
    line.eqn.inputs().forEach(input -> noteReader(input, line));
    var loop = line.loop();
    if (loop != null) {
      linesOf.computeIfAbsent(loop, _ -> new ArrayList<>()).add(line);
    }
  }

  private void noteReader(Atom input, Line line) {
    if (input instanceof Atom.Var variable) {
      readers.computeIfAbsent(variable, _ -> new LinkedHashSet<>()).add(line);
    }
  }

  /** {@return the groups, each after those whose results it reads} */
  List<FusionGroup> groups() {
    return linesOf.keySet().stream()
        .filter(FusionGroup.class::isInstance)
        .map(FusionGroup.class::cast)
        .sorted(Comparator.comparingInt(group -> lines(group).getLast().position))
        .toList();
  }

  List<Line> lines(Object loop) {
    return Objects.requireNonNull(linesOf.get(loop));
  }

  /** {@return the equation that makes a variable, or {@code null} for an argument} */
  @Nullable Line maker(Atom.Var variable) {
    return makers.get(variable);
  }

  Set<Line> readers(Atom.Var variable) {
    return readers.getOrDefault(variable, Set.of());
  }

  /** {@return whether the program returns a variable} */
  boolean isResult(Atom.Var variable) {
    return results.contains(variable);
  }

  /** {@return how many more instructions a loop may take} */
  int capacity(Object loop) {
    return capacities.computeIfAbsent(
        loop,
        key -> key instanceof FusionGroup group ? group.capacity() : FusionGroup.MAX_INSTRUCTIONS);
  }

  /** {@return the variable whose memory holds an atom, or {@code null} for a literal} */
  Atom.@Nullable Var root(Atom atom) {
    if (!(atom instanceof Atom.Var variable)) {
      return null;
    }
    var maker = makers.get(variable);
    return maker == null || !maker.isAlias() ? variable : root(maker.operandOf(variable));
  }

  /** {@return the place of the last reader of a variable or its views, some left out} */
  int lastUse(Atom.Var variable, Set<Line> except) {
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
   * Adds copies of equations to a loop, before its first equation that reads what they replace.
   *
   * @param readers equations of the loop
   * @param copies what replaces the variables that the readers read
   * @param added the copies, in order
   * @param instructions how many they come to
   */
  void add(
      Object loop,
      List<Line> readers,
      Map<Atom.Var, Atom.Var> copies,
      List<Eqn> added,
      int instructions) {
    var anchor = Collections.min(readers, Comparator.comparingInt(Line::position));
    for (var eqn : added) {
      var line = new Line(eqn, loop, anchor.position);
      anchor.before.add(line);
      note(line);
    }
    for (var reader : readers) {
      for (var input : reader.eqn.inputs()) {
        if (input instanceof Atom.Var variable && copies.containsKey(variable)) {
          readers(variable).remove(reader);
        }
      }
      reader.eqn =
          reader.eqn.with(Atoms.replace(reader.eqn.inputs(), copies), reader.eqn.outputs());
      reader.eqn.inputs().forEach(input -> noteReader(input, reader));
    }
    capacities.put(loop, capacity(loop) - instructions);
  }

  /** {@return the equations in order; those that nothing reads any more are dropped} */
  Jaxpr jaxpr() {
    var eqns = new ArrayList<Eqn>();
    lines.forEach(line -> emit(line, eqns));
    return DeadCode.drop(new Jaxpr(jaxpr.inputs(), eqns, jaxpr.outputs()));
  }

  private static void emit(Line line, List<Eqn> eqns) {
    line.before.forEach(copy -> emit(copy, eqns));
    eqns.add(line.eqn);
  }

  /** {@return the loop of each equation that is part of one, by identity} */
  Map<Eqn, Object> loops() {
    var loops = new IdentityHashMap<Eqn, Object>();
    linesOf.forEach((loop, all) -> all.forEach(line -> loops.put(line.eqn, loop)));
    return loops;
  }
}

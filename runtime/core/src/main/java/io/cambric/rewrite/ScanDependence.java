package io.cambric.rewrite;

import io.cambric.control.Scan;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Loop invariance: whether the values in the body of a scan depend on constants, rows or carries,
 * with their def-use chains.
 */
final class ScanDependence {

  /** The dependence of a value, from weakest to strongest; each includes the earlier ones. */
  enum Dependence {
    /** Depends on constants only: loop-invariant. */
    INVARIANT,
    /** Depends on rows: computable for all iterations at once. */
    ROWS,
    /** Depends on carries, or has effects: each iteration waits for the one before. */
    CARRIES
  }

  private final Map<Atom, Dependence> dependences = new IdentityHashMap<>();
  private final Map<Atom, List<Eqn>> readers = new IdentityHashMap<>();
  private final Map<Atom, Eqn> makers = new IdentityHashMap<>();
  private final Map<Atom, Integer> outputs = new IdentityHashMap<>();

  /** Analyses the body of a scan in which calls are inlined. */
  ScanDependence(Scan scan, Jaxpr body) {
    for (int i = 0; i < body.inputs().size(); i++) {
      dependences.put(
          body.inputs().get(i),
          i < scan.constants()
              ? Dependence.INVARIANT
              : i < scan.constants() + scan.carries() ? Dependence.CARRIES : Dependence.ROWS);
    }
    for (var eqn : body.eqns()) {
      var dependence = Dependence.INVARIANT;
      for (var input : eqn.inputs()) {
        dependence = later(dependence, of(input));
        readers.computeIfAbsent(input, _ -> new ArrayList<>()).add(eqn);
      }
      if (eqn.primitive().hasEffects()
          || !eqn.primitive().axisNames().isEmpty()
          || eqn.lowering() instanceof Lowering.Barrier) {
        dependence = Dependence.CARRIES;
      }
      for (var output : eqn.outputs()) {
        dependences.put(output, dependence);
        makers.put(output, eqn);
      }
    }
    for (var output : body.outputs()) {
      outputs.merge(output, 1, Integer::sum);
    }
  }

  private static Dependence later(Dependence a, Dependence b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  /** {@return the dependence of an atom; a literal is loop-invariant} */
  Dependence of(Atom atom) {
    return atom instanceof Atom.Literal
        ? Dependence.INVARIANT
        : Objects.requireNonNull(dependences.get(atom));
  }

  /** {@return the dependence of an equation} */
  Dependence of(Eqn eqn) {
    return eqn.outputs().isEmpty() ? Dependence.CARRIES : of(eqn.outputs().getFirst());
  }

  /** {@return the equation that makes a value, or {@code null} for inputs and literals} */
  @Nullable Eqn maker(Atom atom) {
    return makers.get(atom);
  }

  /** {@return the equations that read a value, with an entry for each use} */
  List<Eqn> readers(Atom atom) {
    return readers.getOrDefault(atom, List.of());
  }

  /** {@return the number of uses of a value, by equations and as a result} */
  int uses(Atom atom) {
    return readers(atom).size() + outputs.getOrDefault(atom, 0);
  }
}

package io.cambric.compile;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Lowering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Equations whose fusion is deferred, so that later equations can still join an open group. Each
 * reads a row reduction of a fusion group that is still open. Visiting it now would close the
 * group. Example: the mean of the losses is deferred until the gradients of their rows have joined.
 *
 * <p>A deferred equation has at most one result per row, so that its operands do not occupy memory
 * for long. Equations are deferred until such a group is closed or one of their results is read.
 */
final class DeferredEqns {

  private final FusionGroups open;
  private final RowReductions rows;
  private final ConcatTargets concats;
  private final Predicate<Atom> isSplat;
  private final List<Eqn> deferred = new ArrayList<>();
  private final Set<Atom> results = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Variables of the open groups that the deferred equations read. */
  private final Set<Atom> groupVariables = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The smallest number of rows of these groups. */
  private int minRows = Integer.MAX_VALUE;

  /**
   * Starts with no deferred equations.
   *
   * @param isSplat whether all elements of an atom are one known value
   */
  DeferredEqns(
      FusionGroups open, RowReductions rows, ConcatTargets concats, Predicate<Atom> isSplat) {
    this.open = open;
    this.rows = rows;
    this.concats = concats;
    this.isSplat = isSplat;
  }

  /**
   * Defers an equation if visiting it now would close a group over rows. {@return whether the
   * equation is deferred}
   */
  boolean add(Eqn eqn) {
    if (!isDeferrable(eqn)) {
      return false;
    }
    var closed = groupReads(eqn);
    int least = closed.stream().mapToInt(this::rowsOf).reduce(minRows, Math::min);
    if ((closed.isEmpty() && !isRequiredBy(eqn))
        || eqn.outputs().stream().anyMatch(output -> output.aval().shape().size() > least)) {
      return false;
    }
    deferred.add(eqn);
    results.addAll(eqn.outputs());
    groupVariables.addAll(closed);
    minRows = least;
    return true;
  }

  private boolean isDeferrable(Eqn eqn) {
    boolean plain =
        switch (eqn.lowering()) {
          case Lowering.Elementwise _, Lowering.View _, Lowering.Reduction _, Lowering.Kernel _ ->
              true;
          default -> false;
        };
    return plain
        && !eqn.primitive().hasEffects()
        && eqn.inputs().stream().noneMatch(concats::isIncomplete);
  }

  /**
   * {@return the variables of open groups over rows that an equation reads, if it cannot join these
   * groups}
   */
  private List<Atom> groupReads(Eqn eqn) {
    var read = eqn.inputs().stream().filter(this::isOfRows).toList();
    return read.isEmpty() || canJoin(eqn, read) ? List.of() : read;
  }

  private boolean isOfRows(Atom atom) {
    var group = open.computing(atom);
    return group != null && group.hasRows();
  }

  private boolean canJoin(Eqn eqn, List<Atom> read) {
    var first = read.getFirst();
    return switch (eqn.lowering()) {
      case Lowering.Elementwise(var body) ->
          read.stream().allMatch(atom -> rows.of(atom) == null)
              || open.hasRowsOf(eqn, body, isSplat);
      case Lowering.View _ -> rows.of(first) != null;
      case Lowering.Reduction(var op, var axes) ->
          rows.of(first) == null && RowReductions.operation(op, axes, first.aval()) != null;
      default -> false;
    };
  }

  private int rowsOf(Atom atom) {
    return RowReductions.outer(Objects.requireNonNull(open.computing(atom)).shape()).size();
  }

  /** {@return whether an equation reads a result of a deferred one} */
  boolean isRequiredBy(Eqn eqn) {
    return eqn.inputs().stream().anyMatch(results::contains);
  }

  /** {@return whether a group that equations were deferred for is closed} */
  boolean isDue() {
    return groupVariables.stream().anyMatch(atom -> open.computing(atom) == null);
  }

  /** {@return the deferred equations in order, which are deferred no more} */
  List<Eqn> takeAll() {
    var ended = List.copyOf(deferred);
    deferred.clear();
    results.clear();
    groupVariables.clear();
    minRows = Integer.MAX_VALUE;
    return ended;
  }
}

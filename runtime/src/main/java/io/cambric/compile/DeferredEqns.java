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
 * Equations that wait, as they read what an open loop over rows computes and would have it written
 * out, though equations that come later may still join it: the mean of losses waits for the
 * gradient of their rows. None has more results than there are rows, so that waiting takes little
 * memory.
 *
 * <p>They wait until such a loop is closed or one of their results is needed.
 */
final class DeferredEqns {

  private final FusionGroups open;
  private final RowReductions rows;
  private final ConcatTargets concats;
  private final Predicate<Atom> isSplat;
  private final List<Eqn> waiting = new ArrayList<>();
  private final Set<Atom> awaited = Collections.newSetFromMap(new IdentityHashMap<>());

  /** What they read of the loops that are waited for. */
  private final Set<Atom> held = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The least number of rows of these loops. */
  private int most = Integer.MAX_VALUE;

  /**
   * Has none wait yet.
   *
   * @param isSplat whether all elements of an atom have one value, which is known
   */
  DeferredEqns(
      FusionGroups open, RowReductions rows, ConcatTargets concats, Predicate<Atom> isSplat) {
    this.open = open;
    this.rows = rows;
    this.concats = concats;
    this.isSplat = isSplat;
  }

  /** Has an equation wait, if there is reason to: {@return whether it does}. */
  boolean add(Eqn eqn) {
    if (!mayWait(eqn)) {
      return false;
    }
    var closed = closedBy(eqn);
    int least = closed.stream().mapToInt(this::rowsOf).reduce(most, Math::min);
    if ((closed.isEmpty() && !isReadBy(eqn))
        || eqn.outputs().stream().anyMatch(output -> output.aval().shape().size() > least)) {
      return false;
    }
    waiting.add(eqn);
    awaited.addAll(eqn.outputs());
    held.addAll(closed);
    most = least;
    return true;
  }

  private boolean mayWait(Eqn eqn) {
    boolean plain =
        switch (eqn.lowering()) {
          case Lowering.Elementwise _, Lowering.View _, Lowering.Reduction _, Lowering.Kernel _ ->
              true;
          default -> false;
        };
    return plain
        && !eqn.primitive().hasEffects()
        && eqn.inputs().stream().noneMatch(concats::isAwaited);
  }

  /** {@return what an equation reads of open loops over rows which it cannot join} */
  private List<Atom> closedBy(Eqn eqn) {
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

  /** {@return whether an equation reads a result that is awaited} */
  boolean isReadBy(Eqn eqn) {
    return eqn.inputs().stream().anyMatch(awaited::contains);
  }

  /** {@return whether a loop is closed that was waited for} */
  boolean isOver() {
    return held.stream().anyMatch(atom -> open.computing(atom) == null);
  }

  /** {@return those that wait, in order, which wait no more} */
  List<Eqn> end() {
    var ended = List.copyOf(waiting);
    waiting.clear();
    awaited.clear();
    held.clear();
    most = Integer.MAX_VALUE;
    return ended;
  }
}

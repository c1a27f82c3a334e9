package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The groups that equations still join, and the group of each equation. Mutable.
 *
 * <p>An equation joins a group that has something to do with it: one that computes or reads an
 * array that it reads. Groups that have an equation in common become one. What is independent stays
 * apart, as {@link HorizontalFusion} may run it together with its like; but numbers are computed
 * together.
 */
final class FusionGroups {

  private final FusionConstraint grouping;
  private final RowReductions rows;
  private final List<FusionGroup> groups = new ArrayList<>();
  private final Map<Eqn, FusionGroup> groupOf = new IdentityHashMap<>();

  FusionGroups(FusionConstraint grouping, RowReductions rows) {
    this.grouping = grouping;
    this.rows = rows;
  }

  /** {@return the open groups, the last opened last} */
  List<FusionGroup> all() {
    return List.copyOf(groups);
  }

  /** {@return the open group that computes an atom, for points or rows, or {@code null}} */
  @Nullable FusionGroup computing(Atom atom) {
    var row = rows.of(atom);
    if (row != null) {
      return row.group();
    }
    for (var group : groups) {
      if (group.computes(atom)) {
        return group;
      }
    }
    return null;
  }

  void close(FusionGroup group) {
    groups.remove(group);
  }

  void assign(Eqn eqn, FusionGroup group) {
    groupOf.put(eqn, group);
  }

  /** {@return the group that an equation became part of, open or not} */
  @Nullable FusionGroup of(Eqn eqn) {
    return groupOf.get(eqn);
  }

  /** {@return the group of each equation that became part of one, by identity} */
  Map<Eqn, FusionGroup> groupOf() {
    return groupOf;
  }

  boolean admits(FusionGroup group, Eqn eqn, LoopBody body) {
    return group.hasRoomFor(body) && grouping.admits(group, eqn);
  }

  /**
   * {@return the group for an equation, a new one if there is none}
   *
   * @param known where its operands lie, as far as they are in memory
   */
  FusionGroup choose(Eqn eqn, Shape shape, LoopBody body, Map<Atom.Var, Value> known) {
    FusionGroup chosen = null;
    for (var group : groups.reversed()) {
      if (chosen == null
          && group.shape().equals(shape)
          && admits(group, eqn, body)
          && (grouping.isKnown() || shape.size() == 1 || isRelated(group, eqn, known))) {
        chosen = group;
      }
    }
    if (chosen == null) {
      chosen = new FusionGroup(shape);
      groups.add(chosen);
      grouping.open(chosen, eqn);
    }
    unite(chosen, eqn, body);
    return chosen;
  }

  /** The open groups whose row values an equation reads: one, or two that can become one. */
  private record Readable(FusionGroup group, @Nullable FusionGroup other) {}

  /**
   * {@return the open group in which an equation reads row values, point by point or as rows; two
   * groups whose row values it reads become one}
   *
   * @param isSplat whether all elements of an atom have one value, which is known
   */
  @Nullable FusionGroup ofRows(Eqn eqn, LoopBody body, Predicate<Atom> isSplat) {
    var readable = readable(eqn, body, isSplat);
    if (readable == null) {
      return null;
    }
    if (readable.other != null) {
      unite(readable.group, readable.other);
    }
    return readable.group;
  }

  /** {@return whether there is a group for {@link #ofRows}} */
  boolean hasRowsOf(Eqn eqn, LoopBody body, Predicate<Atom> isSplat) {
    return readable(eqn, body, isSplat) != null;
  }

  private @Nullable Readable readable(Eqn eqn, LoopBody body, Predicate<Atom> isSplat) {
    FusionGroup group = null;
    FusionGroup other = null;
    for (var input : eqn.inputs()) {
      var row = rows.of(input);
      if (row != null && group == null) {
        group = row.group();
      } else if (row != null && row.group() != group) {
        other = row.group();
      }
    }
    if (group == null
        || !admits(group, eqn, body)
        || (other != null && !mayUnite(group, other, eqn, body))) {
      return null;
    }
    var shape = eqn.outputs().getFirst().aval().shape();
    boolean points = shape.equals(group.shape());
    if (!points && shape.size() != RowReductions.outer(group.shape()).size()) {
      return null;
    }
    for (var input : eqn.inputs()) {
      var row = rows.of(input);
      boolean fits =
          row == null
              ? points || isSplat.test(input)
              : (row.group() == group || row.group() == other)
                  && (points ? row.isSpread() : row.isInOrder());
      if (!fits) {
        return null;
      }
    }
    return new Readable(group, other);
  }

  /** Adds the other groups that compute operands of an equation to its own, as far as they fit. */
  void unite(FusionGroup group, Eqn eqn, LoopBody body) {
    for (var other : all()) {
      if (other != group
          && eqn.inputs().stream().anyMatch(other::computes)
          && mayUnite(group, other, eqn, body)) {
        unite(group, other);
      }
    }
  }

  /** {@return whether an equation fits into two groups of one shape together} */
  boolean mayUnite(FusionGroup group, FusionGroup other, Eqn eqn, LoopBody body) {
    return other.shape().equals(group.shape())
        && group.hasRoomFor(other, body)
        && grouping.admits(other, eqn);
  }

  /** Adds one group to another; as both are open, neither reads what the other has stored. */
  void unite(FusionGroup group, FusionGroup other) {
    group.take(other);
    groups.remove(other);
    rows.move(other, group);
    groupOf.replaceAll((_, value) -> value == other ? group : value);
  }

  private static boolean isRelated(FusionGroup group, Eqn eqn, Map<Atom.Var, Value> known) {
    for (var input : eqn.inputs()) {
      if (input instanceof Atom.Var variable
          && (group.computes(variable) || group.reads(known.get(variable)))) {
        return true;
      }
    }
    return false;
  }
}

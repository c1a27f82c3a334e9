package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.kernel.LoopBody;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open fusion groups, and the group of each equation. Mutable.
 *
 * <p>An equation joins a related group: a group that computes or reads one of its operands. Groups
 * with a common equation are merged. Unrelated equations stay apart, since {@link HorizontalFusion}
 * may merge equal loops later; scalar equations share one group.
 */
final class FusionGroups {

  private final FusionConstraint constraint;
  private final RowReductions rows;

  /** The open groups in the order they were opened, each with its number. */
  private final Map<FusionGroup, Integer> groups = new LinkedHashMap<>();

  private final Map<Shape, LinkedHashSet<FusionGroup>> byShape = new HashMap<>();

  /** The open group that computes each variable. */
  private final Map<Atom.Var, FusionGroup> makers = new IdentityHashMap<>();

  private final Map<Eqn, FusionGroup> groupOf = new IdentityHashMap<>();

  /** The group that absorbed each group which is no more. */
  private final Map<FusionGroup, FusionGroup> absorbing = new IdentityHashMap<>();

  private int opened;

  FusionGroups(FusionConstraint constraint, RowReductions rows) {
    this.constraint = constraint;
    this.rows = rows;
  }

  /** {@return the open groups, in the order they were opened} */
  List<FusionGroup> all() {
    return List.copyOf(groups.keySet());
  }

  /** {@return the open group that computes an atom, or {@code null}} */
  @Nullable FusionGroup makerOf(Atom atom) {
    return atom instanceof Atom.Var variable ? makers.get(variable) : null;
  }

  /** {@return the open group that computes an atom, at points or for rows, or {@code null}} */
  @Nullable FusionGroup computing(Atom atom) {
    var row = rows.of(atom);
    return row == null ? makerOf(atom) : row.group();
  }

  private void open(FusionGroup group) {
    groups.put(group, opened++);
    byShape.computeIfAbsent(group.shape(), _ -> new LinkedHashSet<>()).add(group);
  }

  void close(FusionGroup group) {
    remove(group);
    group.variables().forEach(makers::remove);
  }

  private void remove(FusionGroup group) {
    groups.remove(group);
    byShape.getOrDefault(group.shape(), new LinkedHashSet<>()).remove(group);
  }

  /** Assigns an equation to the group that computes it, or that holds the view it is. */
  void assign(Eqn eqn, FusionGroup group) {
    groupOf.put(eqn, group);
    eqn.outputs().stream().filter(group::computes).forEach(variable -> makers.put(variable, group));
  }

  /** {@return the group that an equation joined, open or not} */
  @Nullable FusionGroup of(Eqn eqn) {
    var group = groupOf.get(eqn);
    return group == null ? null : last(group);
  }

  private FusionGroup last(FusionGroup group) {
    var last = group;
    while (absorbing.get(last) instanceof FusionGroup next) {
      last = next;
    }
    return last;
  }

  /** {@return the group of each equation that joined one, by identity} */
  Map<Eqn, FusionGroup> groupOf() {
    groupOf.replaceAll((_, group) -> last(group));
    return groupOf;
  }

  /** {@return whether an equation may join a group} */
  boolean admits(FusionGroup group, Eqn eqn, LoopBody body) {
    return group.hasRoomFor(body) && constraint.admits(group, eqn);
  }

  /**
   * {@return the group for an equation, a new one if none fits}
   *
   * @param known the memory of variables that are stored
   */
  FusionGroup choose(Eqn eqn, Shape shape, LoopBody body, Map<Atom.Var, Value> known) {
    FusionGroup chosen = null;
    for (var group : byShape.getOrDefault(shape, new LinkedHashSet<>()).reversed()) {
      if (chosen == null
          && admits(group, eqn, body)
          && (constraint.isKnown() || shape.size() == 1 || isRelated(group, eqn, known))) {
        chosen = group;
      }
    }
    if (chosen == null) {
      chosen = new FusionGroup(shape);
      open(chosen);
      constraint.open(chosen, eqn);
    }
    merge(chosen, eqn, body);
    return chosen;
  }

  /** The open groups whose per-row values an equation reads: one, or two that can be merged. */
  private record Readable(FusionGroup group, @Nullable FusionGroup other) {}

  /**
   * {@return the open group whose per-row values an equation reads, at points or for rows; two such
   * groups are merged}
   *
   * @param isSplat whether all elements of an atom are one known value
   */
  @Nullable FusionGroup ofRows(Eqn eqn, LoopBody body, Predicate<Atom> isSplat) {
    var readable = readable(eqn, body, isSplat);
    if (readable == null) {
      return null;
    }
    if (readable.other != null) {
      merge(readable.group, readable.other);
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
        || (other != null && !canMerge(group, other, eqn, body))) {
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

  /**
   * Merges the group of an equation with the other groups that compute its operands, as far as they
   * fit.
   */
  void merge(FusionGroup group, Eqn eqn, LoopBody body) {
    var others = new TreeMap<Integer, FusionGroup>(); // in the order they were opened
    for (var input : eqn.inputs()) {
      if (makerOf(input) instanceof FusionGroup other && other != group) {
        others.put(Objects.requireNonNull(groups.get(other)), other);
      }
    }
    for (var other : others.values()) {
      if (canMerge(group, other, eqn, body)) {
        merge(group, other);
      }
    }
  }

  /** {@return whether two groups and an equation fit into one group} */
  boolean canMerge(FusionGroup group, FusionGroup other, Eqn eqn, LoopBody body) {
    return other.shape().equals(group.shape())
        && group.hasRoomFor(other, body)
        && constraint.admits(other, eqn);
  }

  /** Merges a group into another; as both are open, neither reads a stored result of the other. */
  void merge(FusionGroup group, FusionGroup other) {
    group.absorb(other);
    remove(other);
    absorbing.put(other, group);
    other.variables().forEach(variable -> makers.put(variable, group));
    rows.move(other, group);
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

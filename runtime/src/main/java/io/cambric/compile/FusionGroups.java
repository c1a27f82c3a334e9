package io.cambric.compile;

import io.cambric.array.Shape;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final OpenGroups groups = new OpenGroups();
  private final Map<Eqn, FusionGroup> groupOf = new IdentityHashMap<>();
  private final Map<FusionGroup, List<Eqn>> eqnsOf = new IdentityHashMap<>();

  FusionGroups(FusionConstraint constraint, RowReductions rows) {
    this.constraint = constraint;
    this.rows = rows;
  }

  /** {@return the open groups, in the order they were opened} */
  List<FusionGroup> all() {
    return groups.all();
  }

  /** {@return the open group that computes an atom, at points or for rows, or {@code null}} */
  @Nullable FusionGroup computing(Atom atom) {
    var row = rows.of(atom);
    return row != null ? row.group() : groups.computing(atom);
  }

  void close(FusionGroup group) {
    groups.remove(group);
    constraint.close(group);
  }

  void assign(Eqn eqn, FusionGroup group) {
    groupOf.put(eqn, group);
    eqnsOf.computeIfAbsent(group, _ -> new ArrayList<>()).add(eqn);
    groups.update(group);
  }

  /** {@return the group that an equation joined, open or not} */
  @Nullable FusionGroup of(Eqn eqn) {
    return groupOf.get(eqn);
  }

  /** {@return the group of each equation that joined one, by identity} */
  Map<Eqn, FusionGroup> groupOf() {
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
    for (var group : candidates(eqn, shape, known)) {
      if (group.shape().equals(shape) && admits(group, eqn, body)) {
        chosen = group;
      }
    }
    if (chosen == null) {
      chosen = new FusionGroup(shape);
      groups.add(chosen);
      constraint.open(chosen, eqn);
    }
    merge(chosen, eqn, body);
    return chosen;
  }

  /** {@return the open groups that an equation may join, in the order they were opened} */
  private List<FusionGroup> candidates(Eqn eqn, Shape shape, Map<Atom.Var, Value> known) {
    if (constraint.isKnown()) {
      return groups.inOrder(constraint.groupsFor(eqn));
    }
    if (shape.size() == 1) {
      return groups.of(shape);
    }
    var related = new ArrayList<FusionGroup>();
    for (var input : eqn.inputs()) {
      if (input instanceof Atom.Var variable) {
        if (groups.computing(variable) instanceof FusionGroup group) {
          related.add(group);
        }
        if (known.get(variable) instanceof Value value) {
          groups.reading(value.place()).stream()
              .filter(group -> group.reads(value))
              .forEach(related::add);
        }
      }
    }
    return groups.inOrder(related);
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
    var computing = new ArrayList<FusionGroup>();
    for (var input : eqn.inputs()) {
      if (groups.computing(input) instanceof FusionGroup other && other != group) {
        computing.add(other);
      }
    }
    for (var other : groups.inOrder(computing)) {
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
    groups.remove(other);
    constraint.close(other);
    rows.move(other, group);
    var moved = Objects.requireNonNullElse(eqnsOf.remove(other), List.<Eqn>of());
    moved.forEach(eqn -> groupOf.put(eqn, group));
    eqnsOf.computeIfAbsent(group, _ -> new ArrayList<>()).addAll(moved);
    groups.update(group);
  }
}

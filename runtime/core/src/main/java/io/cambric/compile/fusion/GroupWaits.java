package io.cambric.compile.fusion;

import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open groups that each variable waits for. An equation that reads an open group completes it;
 * otherwise a path could leave a group and return to it. Two kinds of readers wait instead, and the
 * group stays open:
 *
 * <ul>
 *   <li>A <em>follower</em> reads a group over rows and has at most one result per row. Example:
 *       the mean of the losses waits until the gradients of their rows have joined. Its operands
 *       occupy memory longer, but they are small.
 *   <li>A <em>concatenation</em> waits for the groups that write its parts in place.
 * </ul>
 */
final class GroupWaits {

  /** The largest number of groups that an equation waits for; it limits the time of a search. */
  private static final int MAX_GROUPS = 16;

  private final FusionGraph graph;

  /** For each equation outside of all groups, the groups that its results wait for. */
  private final Map<Node, Set<FusionGroup>> awaited = new IdentityHashMap<>();

  GroupWaits(FusionGraph graph) {
    this.graph = graph;
  }

  /** {@return the open groups that must be complete before an atom is in memory} */
  Set<FusionGroup> of(Atom atom) {
    var maker = graph.maker(atom);
    if (maker == null) {
      return Set.of();
    }
    if (!(maker.group() instanceof FusionGroup group)) {
      return all(awaited.getOrDefault(maker, Set.of()));
    }
    return group.isOpen() && group.awaited().isEmpty() ? Set.of(group) : all(Set.of(group));
  }

  /** {@return the open groups that a group waits for, without the group} */
  Set<FusionGroup> of(FusionGroup group) {
    return all(group.awaited());
  }

  /** {@return the open groups among some groups, and the open groups that these wait for} */
  private static Set<FusionGroup> all(Set<FusionGroup> groups) {
    var found = new LinkedHashSet<FusionGroup>();
    groups.forEach(group -> collect(group, found));
    return found;
  }

  /** {@return the open groups that some atoms wait for} */
  Set<FusionGroup> of(Collection<Atom> atoms) {
    Set<FusionGroup> found = new LinkedHashSet<>();
    atoms.forEach(atom -> found.addAll(of(atom)));
    return found;
  }

  private static void collect(FusionGroup group, Set<FusionGroup> found) {
    if (!group.isOpen() || found.add(group)) {
      group.awaited().forEach(other -> collect(other, found));
    }
  }

  /** Registers that the results of an equation wait for groups. */
  void add(Node node, Set<FusionGroup> groups) {
    if (!groups.isEmpty()) {
      awaited.put(node, groups);
    }
  }

  /** {@return whether an atom waits for groups other than the open one that computes it} */
  boolean waits(Atom atom) {
    var maker = graph.maker(atom);
    if (maker == null) {
      return false;
    }
    return maker.group() instanceof FusionGroup group
        ? !group.awaited().isEmpty() && !of(group).isEmpty()
        : awaited.containsKey(maker) && !of(atom).isEmpty();
  }

  /** {@return whether an equation follows the groups that its operands wait for} */
  boolean isFollower(Node node) {
    var inputs = node.eqn().inputs();
    if (!canFollow(node) || inputs.stream().anyMatch(this::isIncomplete)) {
      return false;
    }
    var groups = of(inputs);
    int least =
        groups.stream()
            .filter(FusionGroup::hasRows)
            .mapToInt(group -> RowReductions.outer(group.shape()).size())
            .min()
            .orElse(0);
    return groups.size() <= MAX_GROUPS
        && node.eqn().outputs().stream().allMatch(output -> output.aval().shape().size() <= least);
  }

  private static boolean canFollow(Node node) {
    boolean plain =
        switch (node.lowering()) {
          case Lowering.Elementwise _, Lowering.View _, Lowering.Reduction _, Lowering.Kernel _ ->
              true;
          case Lowering.Concatenate _,
              Lowering.Barrier _,
              Lowering.ControlFlow _,
              Lowering.Call _ ->
              false;
        };
    return plain && !node.eqn().primitive().hasEffects();
  }

  /** {@return whether an atom is a concatenation with parts that are not written yet} */
  boolean isIncomplete(Atom atom) {
    return graph.maker(atom) instanceof Node maker
        && maker.lowering() instanceof Lowering.Concatenate
        && waits(atom);
  }

  /** {@return whether a group can stay open for a follower: it has rows or waits for others} */
  boolean canBeFollowed(FusionGroup group) {
    return group.hasRows() || !of(group).isEmpty();
  }

  /** {@return the open group that computes an atom, at points or for rows, or {@code null}} */
  @Nullable FusionGroup openGroup(Atom atom) {
    return graph.maker(atom) instanceof Node maker
            && maker.group() instanceof FusionGroup group
            && group.isOpen()
        ? group
        : null;
  }
}

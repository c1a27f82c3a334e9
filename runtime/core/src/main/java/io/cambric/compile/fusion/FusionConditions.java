package io.cambric.compile.fusion;

import io.cambric.compile.fusion.FusionGraph.Node;
import io.cambric.core.Atom;
import io.cambric.core.Lowering;
import io.cambric.kernel.LoopBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of fusion, each in one place:
 *
 * <ul>
 *   <li>{@link #hasRoom}: the body stays within {@link FusionGroup#MAX_INSTRUCTIONS}.
 *   <li>{@link #closesNoCycle}: no path leaves the group and returns to it.
 *   <li>{@link #readable}: per-row values are read in the order of the rows.
 *   <li>{@link #groupReadOnlyBy}: a reduction at the end of a group is its only reader.
 * </ul>
 *
 * <p>{@link FusionCandidates} has the condition that an equation and a group are related and have
 * one shape.
 */
final class FusionConditions {

  /** The open groups whose per-row values an equation reads: one, or two that can be merged. */
  record Readable(FusionGroup group, @Nullable FusionGroup other) {}

  private final FusionGraph graph;
  private final RowReductions rows;
  private final GroupWaits waits;

  FusionConditions(FusionGraph graph, RowReductions rows, GroupWaits waits) {
    this.graph = graph;
    this.rows = rows;
    this.waits = waits;
  }

  /**
   * {@return whether an equation may join a group}
   *
   * @param follows whether the equation leaves the groups that it reads open
   */
  boolean admits(FusionGroup group, Node node, LoopBody body, boolean follows) {
    return hasRoom(group, body) && closesNoCycle(group, node, follows);
  }

  static boolean hasRoom(FusionGroup group, LoopBody body) {
    return body.code().size() <= group.capacity();
  }

  /**
   * {@return whether no operand of an equation depends on a group by a path outside of it}
   *
   * <p>An open group has no readers outside except followers and concatenations. An equation that
   * is not a follower completes the groups that its operands wait for, so it must not join a group
   * that waits.
   */
  boolean closesNoCycle(FusionGroup group, Node node, boolean follows) {
    if (!follows) {
      return group.awaited().isEmpty() || waits.of(group).isEmpty();
    }
    return !waits.of(group).isEmpty()
        && node.eqn().inputs().stream()
            .noneMatch(input -> waits.openGroup(input) != group && waits.of(input).contains(group));
  }

  /** {@return whether two groups and an equation fit into one group} */
  boolean canMerge(FusionGroup group, FusionGroup other, LoopBody body) {
    return other.shape().equals(group.shape())
        && other.size() + body.code().size() <= group.capacity()
        && dependOnEachOtherNowhere(group, other);
  }

  private boolean dependOnEachOtherNowhere(FusionGroup group, FusionGroup other) {
    if (group.awaited().isEmpty() && other.awaited().isEmpty()) {
      return true;
    }
    var awaited = waits.of(group);
    var others = waits.of(other);
    return awaited.isEmpty() == others.isEmpty()
        && !awaited.contains(other)
        && !others.contains(group);
  }

  /**
   * {@return the open group whose per-row values an equation reads, at points or for rows, with a
   * second one if both can be merged}
   */
  @Nullable Readable readable(Node node, LoopBody body, boolean follows) {
    FusionGroup group = null;
    FusionGroup other = null;
    for (var input : node.eqn().inputs()) {
      var row = rows.ofOpen(input);
      if (row != null && group == null) {
        group = row.group();
      } else if (row != null && row.group() != group) {
        other = row.group();
      }
    }
    if (group == null
        || !admits(group, node, body, follows)
        || (other != null && !canMerge(group, other, body))) {
      return null;
    }
    var shape = node.eqn().outputs().getFirst().aval().shape();
    boolean points = shape.equals(group.shape());
    if (!points && shape.size() != RowReductions.outer(group.shape()).size()) {
      return null;
    }
    for (var input : node.eqn().inputs()) {
      var row = rows.ofOpen(input);
      boolean fits =
          row == null
              ? points || graph.literal(input) != null
              : (row.group() == group || row.group() == other)
                  && (points ? row.isSpread() : row.isInOrder());
      if (!fits) {
        return null;
      }
    }
    return new Readable(group, other);
  }

  /** {@return whether an equation can join the groups over rows that compute these operands} */
  boolean joinsAllOf(Node node, List<Atom> read, boolean follows) {
    var first = read.getFirst();
    return switch (node.lowering()) {
      case Lowering.Elementwise(var body) ->
          read.stream().allMatch(atom -> rows.ofOpen(atom) == null)
              || readable(node, body, follows) != null;
      case Lowering.View _ -> rows.ofOpen(first) != null;
      case Lowering.Reduction(var op, var axes) ->
          rows.ofOpen(first) == null && RowReductions.operation(op, axes, first.aval()) != null;
      case Lowering.Concatenate _,
          Lowering.Kernel _,
          Lowering.ControlFlow _,
          Lowering.Barrier _,
          Lowering.Call _ ->
          false;
    };
  }

  /**
   * {@return the open group of a variable, if a reduction is the only reader of the group} A group
   * that reads indices is excluded, because a reduction permutes the axes.
   */
  @Nullable FusionGroup groupReadOnlyBy(Node reduction, Atom input) {
    var group = openMaker(input);
    if (group == null || group.usesIndex() || group.hasRows()) {
      return null;
    }
    for (var node : group.nodes()) {
      for (var variable : node.eqn().outputs()) {
        if (graph.isReadOutside(variable, group, variable == input ? reduction : null)) {
          return null;
        }
      }
    }
    return group;
  }

  /** {@return whether an open group computes an atom at each of its points} */
  boolean isComputedAtOpenPoints(Atom atom) {
    return rows.of(atom) == null && openMaker(atom) != null;
  }

  /** {@return the open group whose body computes an atom, or {@code null}} */
  @Nullable FusionGroup openMaker(Atom atom) {
    return graph.maker(atom) instanceof Node maker && !maker.isAlias()
        ? waits.openGroup(atom)
        : null;
  }
}

package io.cambric.compile;

import io.cambric.core.Eqn;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which equations may share a loop. The first fusion is free. The second, after {@link
 * Rematerialization}, restores the loops of the first, with the copies added to them.
 */
final class FusionConstraint {

  private final @Nullable Map<Eqn, FusedLoop> loops;

  /** The loop of each group; null for a group whose equations belong to none. */
  private final Map<FusionGroup, @Nullable FusedLoop> opened = new IdentityHashMap<>();

  private final Map<@Nullable FusedLoop, List<FusionGroup>> groups = new IdentityHashMap<>();

  private FusionConstraint(@Nullable Map<Eqn, FusedLoop> loops) {
    this.loops = loops;
  }

  /** {@return no constraint} */
  static FusionConstraint free() {
    return new FusionConstraint(null);
  }

  /**
   * {@return the constraint that equations of different loops stay apart}
   *
   * @param loops the loop of each equation, by identity; other equations belong to none
   */
  static FusionConstraint of(Map<Eqn, FusedLoop> loops) {
    return new FusionConstraint(loops);
  }

  /** {@return whether the loops are given} */
  boolean isKnown() {
    return loops != null;
  }

  /** Registers a group that is opened for an equation. */
  void open(FusionGroup group, Eqn first) {
    if (loops != null) {
      var loop = loops.get(first);
      opened.put(group, loop);
      groups.computeIfAbsent(loop, _ -> new ArrayList<>()).add(group);
    }
  }

  /** Registers that a group is no longer open. */
  void close(FusionGroup group) {
    if (opened.containsKey(group)) {
      Objects.requireNonNull(groups.get(opened.get(group))).remove(group);
    }
  }

  /** {@return the open groups of the loop of an equation, if the loops are given} */
  List<FusionGroup> groupsFor(Eqn eqn) {
    return loops == null ? List.of() : groups.getOrDefault(loops.get(eqn), List.of());
  }

  /** {@return whether an equation may become part of a group} */
  boolean admits(FusionGroup group, Eqn eqn) {
    return loops == null || loops.get(eqn) == opened.get(group);
  }
}

package io.cambric.compile;

import io.cambric.core.Eqn;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which equations may share a loop. The first fusion is free. The second, after {@link
 * Rematerialization}, restores the loops of the first, with the copies added to them.
 */
final class FusionConstraint {

  private final @Nullable Map<Eqn, FusedLoop> loops;
  private final Map<FusionGroup, FusedLoop> opened = new IdentityHashMap<>();

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
    if (loops != null && loops.get(first) instanceof FusedLoop loop) {
      opened.put(group, loop);
    }
  }

  /** {@return whether an equation may become part of a group} */
  boolean admits(FusionGroup group, Eqn eqn) {
    return loops == null || loops.get(eqn) == opened.get(group);
  }
}

package io.cambric.compile;

import io.cambric.core.Eqn;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which equations may share a loop. As a rule any that come together; once equations were added to
 * a program whose loops are known, those that were in one loop before and what was added to it.
 */
final class FusionConstraint {

  private final @Nullable Map<Eqn, Object> loops;
  private final Map<FusionGroup, Object> opened = new IdentityHashMap<>();

  private FusionConstraint(@Nullable Map<Eqn, Object> loops) {
    this.loops = loops;
  }

  /** {@return the grouping that keeps no equations apart} */
  static FusionConstraint free() {
    return new FusionConstraint(null);
  }

  /**
   * {@return the grouping that keeps equations apart which belong to different loops}
   *
   * @param loops by equation, compared by identity; equations that it lacks belong to none
   */
  static FusionConstraint of(Map<Eqn, Object> loops) {
    return new FusionConstraint(loops);
  }

  /** {@return whether it is known which equations share a loop} */
  boolean isKnown() {
    return loops != null;
  }

  /** Notes a group that is opened for an equation. */
  void open(FusionGroup group, Eqn first) {
    if (loops != null && loops.get(first) instanceof Object loop) {
      opened.put(group, loop);
    }
  }

  /** {@return whether an equation may become part of a group} */
  boolean admits(FusionGroup group, Eqn eqn) {
    return loops == null || loops.get(eqn) == opened.get(group);
  }
}

package io.cambric.compile;

import io.cambric.core.Eqn;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which equations may share a loop. As a rule any that come together; once equations were added to
 * a program whose loops are known, those that were in one loop before and what was added to it.
 */
final class Grouping {

  private final @Nullable Map<Eqn, Object> loops;
  private final Map<Group, Object> opened = new IdentityHashMap<>();

  private Grouping(@Nullable Map<Eqn, Object> loops) {
    this.loops = loops;
  }

  /** {@return the grouping that keeps no equations apart} */
  static Grouping free() {
    return new Grouping(null);
  }

  /**
   * {@return the grouping that keeps equations apart which belong to different loops}
   *
   * @param loops by equation, compared by identity; equations that it lacks belong to none
   */
  static Grouping of(Map<Eqn, Object> loops) {
    return new Grouping(loops);
  }

  /** {@return whether it is known which equations share a loop} */
  boolean isKnown() {
    return loops != null;
  }

  /** Notes a group that is opened for an equation. */
  void open(Group group, Eqn first) {
    if (loops != null && loops.get(first) instanceof Object loop) {
      opened.put(group, loop);
    }
  }

  /** {@return whether an equation may become part of a group} */
  boolean admits(Group group, Eqn eqn) {
    return loops == null || loops.get(eqn) == opened.get(group);
  }
}

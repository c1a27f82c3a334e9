package io.cambric.processor.body.flow;

/**
 * A condition or loop that a tree in a method is control-dependent on: it decides whether, or how
 * often, a run reaches the tree.
 *
 * @param kind how it decides
 * @param text the condition in words
 * @param name the argument, or the local name, that it depends on
 * @param key the condition, with the method call that it belongs to
 * @param isStable whether it has the same outcome everywhere in one run of the method
 */
public record ControlDependence(Kind kind, String text, String name, String key, boolean isStable) {

  /** Kinds of conditions and loops. */
  public enum Kind {
    /** A condition on a call argument. */
    CONDITION,
    /** An assertion, which runs in some processes only. */
    ASSERTION,
    /** A loop whose number of steps depends on a call argument. */
    LOOP,
    /** A loop whose number of steps is the same in every call. */
    FIXED_LOOP
  }

  static final ControlDependence FIXED_LOOP =
      new ControlDependence(Kind.FIXED_LOOP, "", "", "", true);

  static final ControlDependence ASSERTION =
      new ControlDependence(Kind.ASSERTION, "", "", "assert", true);

  static ControlDependence loop(String name) {
    return new ControlDependence(Kind.LOOP, "", name, name, false);
  }

  static ControlDependence condition(String text, String name, boolean isStable) {
    return new ControlDependence(Kind.CONDITION, text, name, text, isStable);
  }

  boolean isLoop() {
    return kind == Kind.LOOP || kind == Kind.FIXED_LOOP;
  }

  /** {@return this dependence inside a method that is called with certain arguments} */
  ControlDependence inCall(String arguments, boolean areStable) {
    return new ControlDependence(kind, text, name, arguments + key, isStable && areStable);
  }
}

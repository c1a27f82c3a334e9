package io.cambric.processor.body;

/**
 * A condition or loop that decides whether, or how often, a place in a method is reached.
 *
 * @param kind how it decides
 * @param text the condition in words
 * @param name the argument, or the local name, that it depends on
 * @param key the condition, with the call of the method that it belongs to
 * @param isStable whether it decides the same wherever it stands in one run of the method
 */
record Obstacle(Kind kind, String text, String name, String key, boolean isStable) {

  /** How a place may be kept from. */
  enum Kind {
    /** A condition on a call argument. */
    CONDITION,
    /** An assertion, which runs in some processes only. */
    ASSERTION,
    /** A loop whose number of steps depends on a call argument. */
    LOOP,
    /** A loop whose number of steps is the same in every call. */
    FIXED_LOOP
  }

  static final Obstacle FIXED_LOOP = new Obstacle(Kind.FIXED_LOOP, "", "", "", true);

  static final Obstacle ASSERTION = new Obstacle(Kind.ASSERTION, "", "", "assert", true);

  static Obstacle loop(String name) {
    return new Obstacle(Kind.LOOP, "", name, name, false);
  }

  static Obstacle condition(String text, String name, boolean isStable) {
    return new Obstacle(Kind.CONDITION, text, name, text, isStable);
  }

  boolean isLoop() {
    return kind == Kind.LOOP || kind == Kind.FIXED_LOOP;
  }

  /** {@return this in a method that is called with certain arguments} */
  Obstacle inCall(String arguments, boolean areStable) {
    return new Obstacle(kind, text, name, arguments + key, isStable && areStable);
  }
}

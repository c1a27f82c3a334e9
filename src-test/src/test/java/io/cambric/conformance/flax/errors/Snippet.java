package io.cambric.conformance.flax.errors;

import org.jspecify.annotations.Nullable;

/** The translation of a piece of Python to Java. */
sealed interface Snippet {

  /** Code that may throw. */
  @FunctionalInterface
  interface Action {
    @Nullable Object run();
  }

  /** Runs: it throws what stands for Flax's class, or nothing where Flax has none. */
  record Runs(Action action) implements Snippet {}

  /** Runs and throws, where Flax leaves it to a class of Python's own. */
  record Throws(Class<? extends Throwable> exception, Action action) implements Snippet {}

  /**
   * Does not compile.
   *
   * @param java members of a class, with the imports of {@link JavaText}
   * @param reason part of the compiler's message
   */
  record Rejected(String java, String reason) implements Snippet {}

  /**
   * Deliberately does something else.
   *
   * @param deviation the name in {@code deviations.txt}, which has the reason
   */
  record Differs(String deviation) implements Snippet {}
}

package io.cambric.compile;

import java.util.function.UnaryOperator;

/**
 * A pass of the compiler: a rewrite of a program to an equal one. {@link Pipeline} holds the passes
 * in order.
 *
 * @param name the name of the class that holds the pass
 * @param rewrite from a program to an equal one
 * @param <P> the form of the program: a jaxpr, or steps
 */
record Pass<P>(String name, UnaryOperator<P> rewrite) {

  /**
   * {@return a pass}
   *
   * @param home the class that holds it, and names it in dumps, listings and recordings
   */
  static <P> Pass<P> of(Class<?> home, UnaryOperator<P> rewrite) {
    return new Pass<>(home.getSimpleName(), rewrite);
  }
}

package io.cambric.programs;

import java.util.Set;

/**
 * What a program is written for.
 *
 * @param mixed whether its arrays have all dtypes; else its floating ones are f64, so that
 *     differences tell its derivatives
 * @param derivatives which derivatives all its steps have
 */
record Style(boolean mixed, Derivatives derivatives) {

  /** The derivatives that a program has. */
  enum Derivatives {
    BOTH,
    FORWARD,
    REVERSE
  }

  boolean forward() {
    return derivatives != Derivatives.REVERSE;
  }

  boolean reverse() {
    return derivatives != Derivatives.FORWARD;
  }

  /** {@return whether a program of these traits fits} */
  boolean allows(Set<Trait> traits) {
    return !(reverse() && traits.contains(Trait.FORWARD_ONLY))
        && !(forward() && traits.contains(Trait.REVERSE_ONLY));
  }
}

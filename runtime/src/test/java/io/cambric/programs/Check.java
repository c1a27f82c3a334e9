package io.cambric.programs;

import java.util.random.RandomGenerator;

/**
 * Something that must hold of every program.
 *
 * @param name as reports call it
 * @param oneIn of that many programs one is checked; 1 for all
 * @param rule checks it
 */
record Check(String name, int oneIn, Rule rule) {

  /** A check of all programs. */
  Check(String name, Rule rule) {
    this(name, 1, rule);
  }

  /** The outcome of a check that did not fail. */
  enum Outcome {
    HELD,
    /** The results are too uncertain to tell. */
    UNCERTAIN,
    /** The program has not what the check is about. */
    NOT_APPLICABLE;

    static Outcome of(boolean told) {
      return told ? HELD : UNCERTAIN;
    }
  }

  /** Checks a program, throwing where it fails. */
  @FunctionalInterface
  interface Rule {
    Outcome check(Sample sample, RandomGenerator random);
  }
}

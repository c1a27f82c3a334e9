package io.cambric.programs;

import java.util.random.RandomGenerator;

/**
 * A check of random programs: a rule that must hold of every program.
 *
 * @param name its name in reports
 * @param oneIn one of this number of programs is checked; 1 for all
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
    /** The results are too uncertain for a decision. */
    UNCERTAIN,
    /** The program lacks the subject of the check. */
    NOT_APPLICABLE;

    static Outcome of(boolean decided) {
      return decided ? HELD : UNCERTAIN;
    }
  }

  /** Checks a program, throwing where it fails. */
  @FunctionalInterface
  interface Rule {
    Outcome check(Sample sample, RandomGenerator random);
  }
}

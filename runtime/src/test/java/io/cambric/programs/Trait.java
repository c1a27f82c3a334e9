package io.cambric.programs;

/** What a step keeps a program from being checked for. */
enum Trait {
  /** Has no reverse derivative, as a loop of unknown length. */
  FORWARD_ONLY,
  /** Has no forward derivative, as a function with a backward rule of its own. */
  REVERSE_ONLY,
  /** Has a derivative that is not the limit of differences, as a gradient that is stopped. */
  NOT_A_LIMIT
}

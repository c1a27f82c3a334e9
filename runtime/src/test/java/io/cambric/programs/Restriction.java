package io.cambric.programs;

/** A restriction that a step puts on the checks of its program. */
enum Restriction {
  /** Has no reverse derivative, as a loop of unknown length. */
  FORWARD_ONLY,
  /** Has no forward derivative, as a function with a backward rule of its own. */
  REVERSE_ONLY,
  /** Has a derivative that is not the limit of differences, as a gradient that is stopped. */
  NOT_A_LIMIT,
  /** Has no batching rule. */
  NOT_MAPPABLE
}

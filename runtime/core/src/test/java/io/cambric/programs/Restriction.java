package io.cambric.programs;

/** A restriction that a step puts on the checks of its program. */
enum Restriction {
  /** The step has no reverse derivative, as a loop of unknown length. */
  FORWARD_ONLY,
  /** The step has no forward derivative, as a function with a backward rule of its own. */
  REVERSE_ONLY,
  /** The derivative of the step is not the limit of differences, as for a stopped gradient. */
  NOT_A_LIMIT,
  /** The step has no batching rule. */
  NOT_MAPPABLE
}

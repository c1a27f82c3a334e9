package io.cambric.examples.reversible;

/** The values that a stack keeps for its backward pass. */
enum StackResiduals {
  /** The values that the derivative reads: memory grows with the depth. */
  STORED,
  /** The input of each block, from which the rest is computed again: memory grows, but slower. */
  CHECKPOINTS,
  /** The output of the last block, from which all others are computed: memory does not grow. */
  REVERSED
}

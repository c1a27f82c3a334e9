package io.cambric.compile;

import io.cambric.array.Shape;

/**
 * A loop of a fused program. Either a fusion group, or the node of a reduction whose operand is
 * already in memory: such a reduction is a loop too, and may absorb equations.
 */
sealed interface FusedLoop permits FusionGroup, FusedGraph.Node {

  /** {@return the iteration space} */
  Shape shape();

  /** {@return the number of instructions that the body may still take} */
  int capacity();
}

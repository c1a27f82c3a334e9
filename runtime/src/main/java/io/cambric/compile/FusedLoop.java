package io.cambric.compile;

import io.cambric.array.Shape;

/**
 * A loop of a fused program: a fusion group, or the node of a reduction whose operand is in memory.
 * Such a reduction is a loop too, and may receive copies of equations.
 */
sealed interface FusedLoop permits FusionGroup, FusedGraph.Node {

  /** {@return the iteration space} */
  Shape shape();

  /** {@return the number of instructions that the body may still take} */
  int capacity();
}

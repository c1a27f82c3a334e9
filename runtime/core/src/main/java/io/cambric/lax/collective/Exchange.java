package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import java.util.function.UnaryOperator;

/**
 * The part of the operands of others that a lane needs for its result of a collective. Lanes in
 * processes send each other no more than that.
 */
public sealed interface Exchange {

  /**
   * An element of the result needs the elements of all lanes at its place, and all lanes get the
   * result: each can compute a part of it and send that to the others.
   */
  record Elements() implements Exchange {}

  /** The result needs the operands of all lanes. */
  record Operands() implements Exchange {}

  /**
   * The result needs one part of the operand of each lane, that of its own index.
   *
   * @param dimension the axis of the operand, as long as there are lanes, which has the parts
   * @param join makes the result of a lane of its parts, stacked along axis 0
   */
  record Parts(int dimension, UnaryOperator<Array> join) implements Exchange {}

  /**
   * The result is the operand of one lane.
   *
   * @param sources for each lane the one that it needs; every lane once
   */
  record Source(Axes sources) implements Exchange {}
}

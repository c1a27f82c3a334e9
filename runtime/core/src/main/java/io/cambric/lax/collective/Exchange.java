package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import java.util.function.UnaryOperator;

/**
 * The part of the operands of other lanes that a lane needs for its result of a collective. Lanes
 * in separate processes send each other only this part.
 */
public sealed interface Exchange {

  /**
   * An element of the result needs the elements of all lanes at its index, and all lanes get the
   * result. Each lane can therefore compute a part of the result and send it to the others.
   */
  record Elements() implements Exchange {}

  /** The result needs the operands of all lanes. */
  record Operands() implements Exchange {}

  /**
   * The result needs one part of the operand of each lane: the part at the index of the receiving
   * lane.
   *
   * @param dimension the axis of the parts in the operand; its size is the number of lanes
   * @param join joins the parts of a lane, stacked along axis 0, to its result
   */
  record Parts(int dimension, UnaryOperator<Array> join) implements Exchange {}

  /**
   * The result is the operand of one lane.
   *
   * @param sources for each lane, the lane that it needs; every lane occurs once
   */
  record Source(Axes sources) implements Exchange {}
}

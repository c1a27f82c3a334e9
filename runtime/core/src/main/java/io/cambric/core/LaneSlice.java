package io.cambric.core;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A node of a pytree whose arrays are slices that differ between the lanes of named axes. A sum or
 * a mean over these lanes would combine different elements.
 */
public interface LaneSlice {

  /** {@return the names of the axes whose lanes have different slices, also of nodes inside} */
  List<String> axisNames();

  /** {@return the axis whose lanes have the slices of this node} */
  String axisName();

  /** {@return the dimension that is divided} */
  int dimension();

  /** {@return the node inside: an array, or a node of its own, such as another slice} */
  Object box();

  /**
   * {@return a slice of the same lanes, with its array replaced by a function of it}
   *
   * <p>A node without an array is unchanged.
   */
  LaneSlice mapArray(UnaryOperator<Array> f);
}

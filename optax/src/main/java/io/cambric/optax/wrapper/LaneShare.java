package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The slice of a leaf for which a lane keeps the state.
 *
 * @param box a vector
 * @param axisName the axis of the lanes
 */
@PyTree
record LaneShare(Array box, @Static String axisName) implements LaneSlice {

  @Override
  public List<String> axisNames() {
    return List.of(axisName);
  }

  /** {@inheritDoc} A share is a vector. */
  @Override
  public int dimension() {
    return 0;
  }

  @Override
  public LaneShare mapArray(UnaryOperator<Array> f) {
    return new LaneShare(f.apply(box), axisName);
  }
}

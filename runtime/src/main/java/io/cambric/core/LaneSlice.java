package io.cambric.core;

import java.util.List;

/**
 * A node of a pytree whose arrays are slices, another one in each lane of named axes. A sum or a
 * mean over these lanes would combine different elements.
 */
public interface LaneSlice {

  /** {@return the names of the axes whose lanes have different slices, also of nodes inside} */
  List<String> axisNames();
}

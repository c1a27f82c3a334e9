package io.cambric.compile.fusion;

/**
 * A unit of a fusion partition: the equations of one loop, or an equation outside of all loops. The
 * units of a program are emitted one after the other.
 */
public sealed interface FusionUnit permits FusionGroup, FusionGraph.Node {

  /**
   * {@return the place in the order of units: a unit comes after all units whose results it reads}
   */
  int rank();
}

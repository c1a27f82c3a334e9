package io.cambric.lax.collective;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.kernel.ReduceOp;

/**
 * Collectives within groups of lanes, the {@code axis_index_groups} of JAX. Each lane of the axis
 * is in one group. The groups have one length, except those of sums and extrema.
 *
 * <p>Each function throws {@link ShapeException} if the groups do not have each lane once, or
 * differ in length where they may not.
 */
public final class GroupedCollectives {

  private GroupedCollectives() {}

  /**
   * {@return the sum over the lanes of the own group; bools are counted}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   * @throws ShapeException if the groups do not have each lane once
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum.html">lax.psum</a>
   */
  public static Array psum(Array x, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.psum(x, Lanes.of("psum", axisName, axisIndexGroups));
  }

  /** {@return a tree with each array summed over the lanes of the own group} */
  public static <T> T psum(T tree, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.each("psum", tree, x -> psum(x, axisName, axisIndexGroups), axisName);
  }

  /**
   * {@return the mean over the lanes of the own group, of integers in the default dtype}
   *
   * @throws ShapeException if the groups do not have each lane once, or differ in length
   */
  public static Array pmean(Array x, String axisName, int[][] axisIndexGroups) {
    var lanes = Lanes.of("pmean", axisName, axisIndexGroups);
    int count = lanes.meeting().size();
    return CollectiveOps.mean(CollectiveOps.psum(x, lanes), count);
  }

  /** {@return a tree with each array averaged over the lanes of the own group} */
  public static <T> T pmean(T tree, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.each("pmean", tree, x -> pmean(x, axisName, axisIndexGroups), axisName);
  }

  /**
   * {@return the largest element over the lanes of the own group; it has no derivative}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   */
  public static Array pmax(Array x, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.extremum(ReduceOp.MAX, x, Lanes.of("pmax", axisName, axisIndexGroups));
  }

  /** {@return a tree with the largest elements over the lanes of the own group} */
  public static <T> T pmax(T tree, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.each("pmax", tree, x -> pmax(x, axisName, axisIndexGroups), axisName);
  }

  /**
   * {@return the smallest element over the lanes of the own group; it has no derivative}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   */
  public static Array pmin(Array x, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.extremum(ReduceOp.MIN, x, Lanes.of("pmin", axisName, axisIndexGroups));
  }

  /** {@return a tree with the smallest elements over the lanes of the own group} */
  public static <T> T pmin(T tree, String axisName, int[][] axisIndexGroups) {
    return CollectiveOps.each("pmin", tree, x -> pmin(x, axisName, axisIndexGroups), axisName);
  }

  /** {@return the arrays of the lanes of the own group, in its order, along a new axis 0} */
  public static Array allGather(Array x, String axisName, int[][] axisIndexGroups) {
    return allGather(x, axisName, 0, false, axisIndexGroups);
  }

  /**
   * {@return the arrays of the lanes of the own group, in its order}
   *
   * @param axis a new axis of the result, or an axis of x
   * @param tiled whether they are put end to end along {@code axis} instead of along a new one
   * @throws ShapeException if the groups do not have each lane once, or differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_gather.html">lax.all_gather</a>
   */
  public static Array allGather(
      Array x, String axisName, int axis, boolean tiled, int[][] axisIndexGroups) {
    return CollectiveOps.allGather(
        x, Lanes.of("all_gather", axisName, axisIndexGroups), axis, tiled);
  }

  /** {@return the sum over the lanes of the own group, of which each gets its part along axis 0} */
  public static Array psumScatter(Array x, String axisName, int[][] axisIndexGroups) {
    return psumScatter(x, axisName, 0, false, axisIndexGroups);
  }

  /**
   * {@return the sum over the lanes of the own group, of which each gets its part}
   *
   * @param scatterDimension the axis of x that is cut into one part for each lane of a group
   * @param tiled whether parts keep the axis; without it is as long as a group, and left out
   * @throws ShapeException if the axis cannot be cut into as many parts, the groups do not have
   *     each lane once, or differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum_scatter.html">lax.psum_scatter</a>
   */
  public static Array psumScatter(
      Array x, String axisName, int scatterDimension, boolean tiled, int[][] axisIndexGroups) {
    return CollectiveOps.psumScatter(
        x, Lanes.of("psum_scatter", axisName, axisIndexGroups), scatterDimension, tiled);
  }

  /** {@return of every lane of the own group the part for this one; the axis split is left out} */
  public static Array allToAll(
      Array x, String axisName, int splitAxis, int concatAxis, int[][] axisIndexGroups) {
    return allToAll(x, axisName, splitAxis, concatAxis, false, axisIndexGroups);
  }

  /**
   * {@return of every lane of the own group the part for this one}
   *
   * @param splitAxis the axis of x that is cut into one part for each lane of a group
   * @param concatAxis the axis of the result along which the parts come in
   * @param tiled whether parts keep the axis they were cut from, and are put end to end along the
   *     axis {@code concatAxis} of x
   * @throws ShapeException if the axis cannot be cut into as many parts, the groups do not have
   *     each lane once, or differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_to_all.html">lax.all_to_all</a>
   */
  public static Array allToAll(
      Array x,
      String axisName,
      int splitAxis,
      int concatAxis,
      boolean tiled,
      int[][] axisIndexGroups) {
    return CollectiveOps.allToAll(
        x, Lanes.of("all_to_all", axisName, axisIndexGroups), splitAxis, concatAxis, tiled);
  }

  /** {@return x with one of its axes and the lanes of the own group in each other's place} */
  public static Array pswapaxes(Array x, String axisName, int axis, int[][] axisIndexGroups) {
    return allToAll(x, axisName, axis, axis, axisIndexGroups);
  }
}

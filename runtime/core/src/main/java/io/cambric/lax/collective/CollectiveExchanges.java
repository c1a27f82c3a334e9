package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.Arrays;

/**
 * Exchanges of arrays among the lanes of a named axis, or of a group.
 *
 * <p>The {@code axisName} of an enclosing {@code vmap} or {@code pmap} names an axis. All functions
 * throw {@link io.cambric.errors.UnboundAxisException} for a name of no enclosing mapping.
 *
 * <p>Groups are the {@code axis_index_groups} of JAX. Each lane of the axis must be in one group,
 * and all groups must have one length; otherwise functions throw a {@link ShapeException}.
 */
public final class CollectiveExchanges {

  private CollectiveExchanges() {}

  /**
   * {@return the operands of other lanes}
   *
   * @param permutation for each lane a pair with the lane that it sends to: {@code {source,
   *     destination}}; every lane is a source once and a destination once
   * @throws ShapeException if a lane is not
   */
  public static Array ppermute(Array x, String axisName, int[][] permutation) {
    var axis = Trace.namedAxis("ppermute", axisName);
    int[] sources = new int[axis.size()];
    Arrays.fill(sources, -1);
    boolean fits = permutation.length == axis.size();
    for (var pair : permutation) {
      fits &= pair.length == 2 && isLane(axis, pair[1]) && sources[pair[1]] < 0;
      if (fits) {
        sources[pair[1]] = pair[0];
      }
    }
    return permuted("ppermute", axis, fits ? sources : new int[0], permutation, x);
  }

  /**
   * {@return the operands of other lanes}
   *
   * @param permutation for each lane the lane that it receives from
   * @throws ShapeException if it does not name every lane once
   */
  public static Array pshuffle(Array x, String axisName, int... permutation) {
    var axis = Trace.namedAxis("pshuffle", axisName);
    return permuted("pshuffle", axis, permutation, permutation, x);
  }

  private static Array permuted(
      String operation, MappedAxis axis, int[] sources, Object given, Array x) {
    boolean all =
        sources.length == axis.size()
            && Arrays.stream(sources).filter(lane -> isLane(axis, lane)).distinct().count()
                == axis.size();
    if (!all) {
      throw new ShapeException(
          "%s over axis %s needs a permutation that sends from every lane once and to every lane once, but got %s. Mask values that a lane should not receive."
              .formatted(
                  operation,
                  axis,
                  given instanceof int[][] pairs
                      ? Arrays.deepToString(pairs)
                      : Arrays.toString((int[]) given)));
    }
    return Trace.bind(new Ppermute(axis, Axes.of(sources)), x);
  }

  private static boolean isLane(MappedAxis axis, int index) {
    return index >= 0 && index < axis.size();
  }

  /**
   * {@return the operand of one lane}
   *
   * @throws ShapeException if there is no such lane
   */
  public static Array pbroadcast(Array x, String axisName, int source) {
    var axis = Trace.namedAxis("pbroadcast", axisName);
    if (!isLane(axis, source)) {
      throw new ShapeException(
          "pbroadcast over axis %s needs a source in [0, %d), but got %d."
              .formatted(axis, axis.size(), source));
    }
    var given =
        BinaryOps.eq(CollectiveReductions.axisIndex(axisName), NdArray.scalar(DType.I32, source));
    var sum =
        CollectiveReductions.psum(BinaryOps.select(given, x, ShapeOps.fullLike(x, 0)), axisName);
    return UnaryOps.convertElementType(sum, x.dtype(), x.aval().weak());
  }

  /** {@return the operands of all lanes, along a new axis 0} */
  public static Array allGather(Array x, String axisName) {
    return allGather(x, axisName, 0, false);
  }

  /**
   * {@return the operands of all lanes}
   *
   * @param axis a new axis of the result, or an axis of x
   * @param tiled whether the operands are concatenated along {@code axis} instead of stacked along
   *     a new axis
   */
  public static Array allGather(Array x, String axisName, int axis, boolean tiled) {
    return allGather(x, Lanes.of("all_gather", axisName), axis, tiled);
  }

  static Array allGather(Array x, Lanes lanes, int axis, boolean tiled) {
    int along = Axes.normalize(axis, tiled ? x.rank() : x.rank() + 1, "all_gather");
    var gathered = lanes.bind(new AllGather(lanes.meeting(), along), x);
    return tiled ? merged(gathered, along) : gathered;
  }

  /** {@return the arrays of the lane's group, in its order, along a new axis 0} */
  public static Array allGather(Array x, String axisName, int[][] axisIndexGroups) {
    return allGather(x, axisName, 0, false, axisIndexGroups);
  }

  /**
   * {@return the arrays of the lane's group, in its order}
   *
   * @param axis a new axis of the result, or an axis of x
   * @param tiled whether the operands are concatenated along {@code axis} instead of stacked along
   *     a new axis
   * @throws ShapeException if a lane is not in exactly one group, or groups differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_gather.html">lax.all_gather</a>
   */
  public static Array allGather(
      Array x, String axisName, int axis, boolean tiled, int[][] axisIndexGroups) {
    return allGather(x, Lanes.of("all_gather", axisName, axisIndexGroups), axis, tiled);
  }

  /**
   * {@return this lane's part of the sum over the lanes, cut along axis 0, which the result lacks}
   */
  public static Array psumScatter(Array x, String axisName) {
    return psumScatter(x, axisName, 0, false);
  }

  /**
   * {@return this lane's part of the sum over the lanes}
   *
   * @param scatterDimension the axis of x that is cut into parts
   * @param tiled whether parts keep the axis; otherwise its size is the number of lanes, and the
   *     result lacks it
   * @throws ShapeException if the axis cannot be cut into as many parts
   */
  public static Array psumScatter(Array x, String axisName, int scatterDimension, boolean tiled) {
    return psumScatter(x, Lanes.of("psum_scatter", axisName), scatterDimension, tiled);
  }

  static Array psumScatter(Array x, Lanes lanes, int scatterDimension, boolean tiled) {
    int along = Axes.normalize(scatterDimension, x.rank(), "psum_scatter");
    var parts = tiled ? cut("psum_scatter", x, along, lanes.meeting()) : x;
    return lanes.bind(new ReduceScatter(lanes.meeting(), along), parts);
  }

  /** {@return this lane's part of the sum over its group, cut along axis 0} */
  public static Array psumScatter(Array x, String axisName, int[][] axisIndexGroups) {
    return psumScatter(x, axisName, 0, false, axisIndexGroups);
  }

  /**
   * {@return this lane's part of the sum over its group}
   *
   * @param scatterDimension the axis of x that is cut into one part for each lane of a group
   * @param tiled whether parts keep the axis; otherwise its size is the size of a group, and the
   *     result lacks it
   * @throws ShapeException if the axis cannot be cut into as many parts, a lane is not in exactly
   *     one group, or groups differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum_scatter.html">lax.psum_scatter</a>
   */
  public static Array psumScatter(
      Array x, String axisName, int scatterDimension, boolean tiled, int[][] axisIndexGroups) {
    return psumScatter(
        x, Lanes.of("psum_scatter", axisName, axisIndexGroups), scatterDimension, tiled);
  }

  /** {@return the part of every lane for this lane; the result lacks the split axis} */
  public static Array allToAll(Array x, String axisName, int splitAxis, int concatAxis) {
    return allToAll(x, axisName, splitAxis, concatAxis, false);
  }

  /**
   * {@return the part of every lane for this lane}
   *
   * @param splitAxis the axis of x that is cut into one part for each lane
   * @param concatAxis the axis of the received parts: a new axis of the result, counted without the
   *     split axis
   * @param tiled whether parts keep the axis that they were cut from, and are concatenated along
   *     the axis {@code concatAxis} of x
   * @throws ShapeException if the axis cannot be cut into as many parts
   */
  public static Array allToAll(
      Array x, String axisName, int splitAxis, int concatAxis, boolean tiled) {
    return allToAll(x, Lanes.of("all_to_all", axisName), splitAxis, concatAxis, tiled);
  }

  static Array allToAll(Array x, Lanes lanes, int splitAxis, int concatAxis, boolean tiled) {
    int split = Axes.normalize(splitAxis, x.rank(), "all_to_all");
    int concat = Axes.normalize(concatAxis, x.rank(), "all_to_all");
    var exchange = new AllToAll(lanes.meeting(), split, concat);
    if (!tiled) {
      return lanes.bind(exchange, x);
    }
    return merged(lanes.bind(exchange, cut("all_to_all", x, split, lanes.meeting())), concat);
  }

  /**
   * {@return the part of every lane of the group for this lane; the result lacks the split axis}
   */
  public static Array allToAll(
      Array x, String axisName, int splitAxis, int concatAxis, int[][] axisIndexGroups) {
    return allToAll(x, axisName, splitAxis, concatAxis, false, axisIndexGroups);
  }

  /**
   * {@return the part of every lane of the group for this lane}
   *
   * @param splitAxis the axis of x that is cut into one part for each lane of a group
   * @param concatAxis the axis of the result along which the received parts are stacked
   * @param tiled whether parts keep the axis that they were cut from, and are concatenated along
   *     the axis {@code concatAxis} of x
   * @throws ShapeException if the axis cannot be cut into as many parts, a lane is not in exactly
   *     one group, or groups differ in length
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
    return allToAll(
        x, Lanes.of("all_to_all", axisName, axisIndexGroups), splitAxis, concatAxis, tiled);
  }

  /** {@return x with one of its axes and the axis of the lanes exchanged} */
  public static Array pswapaxes(Array x, String axisName, int axis) {
    return allToAll(x, axisName, axis, axis);
  }

  /** {@return x with one of its axes and the axis of the lanes of the group exchanged} */
  public static Array pswapaxes(Array x, String axisName, int axis, int[][] axisIndexGroups) {
    return allToAll(x, axisName, axis, axis, axisIndexGroups);
  }

  private static Array cut(String operation, Array x, int axis, MappedAxis lanes) {
    int size = x.shape().dim(axis);
    if (lanes.size() == 0 || size % lanes.size() != 0) {
      throw new ShapeException(
          "%s over axis %s needs an operand that splits into as many parts along axis %d, but got %s. Pad it."
              .formatted(operation, lanes, axis, x.aval()));
    }
    var part = x.shape().with(axis, size / lanes.size());
    return ShapeOps.reshape(x, part.insert(axis, lanes.size()));
  }

  private static Array merged(Array x, int axis) {
    var shape = x.shape();
    return ShapeOps.reshape(
        x, shape.without(Axes.of(axis)).with(axis, shape.dim(axis) * shape.dim(axis + 1)));
  }
}

package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.PartitioningException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.kernel.ReduceOp;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The operations between the lanes of a mapping. An axis is named by the {@code axisName} of the
 * {@code vmap} or {@code pmap} around.
 *
 * <p>All throw {@link io.cambric.errors.UnboundAxisException} for a name that no mapping around
 * has. Sums, means and extremes of trees throw {@link PartitioningException} where the lanes have
 * different slices of an array ({@link LaneSlice}).
 */
public final class CollectiveOps {

  private CollectiveOps() {}

  /** {@return the sum over the lanes of all these axes; bools are counted} */
  public static Array psum(Array x, String... axisNames) {
    var sum = counted(x);
    for (var name : axisNames) {
      sum = psum(sum, Lanes.of("psum", name));
    }
    return sum;
  }

  static Array psum(Array x, Lanes lanes) {
    return lanes.bind(new Psum(lanes.all()), counted(x));
  }

  private static Array counted(Array x) {
    return x.dtype() == DType.BOOL ? UnaryOps.convertElementType(x, DType.I32) : x;
  }

  /** {@return a tree with each array summed over the lanes} */
  public static <T> T psum(T tree, String... axisNames) {
    return each("psum", tree, x -> psum(x, axisNames), axisNames);
  }

  /** {@return the mean over the lanes of all these axes, of integers in the default dtype} */
  public static Array pmean(Array x, String... axisNames) {
    return mean(psum(x, axisNames), axisSize(axisNames));
  }

  static Array mean(Array sum, int count) {
    var dividend =
        sum.dtype().isFloating() ? sum : UnaryOps.convertElementType(sum, DType.defaultFloat());
    return BinaryOps.div(dividend, ShapeOps.fullLike(dividend, count));
  }

  /** {@return a tree with each array averaged over the lanes} */
  public static <T> T pmean(T tree, String... axisNames) {
    return each("pmean", tree, x -> pmean(x, axisNames), axisNames);
  }

  /** {@return the largest element over the lanes of all these axes; it has no derivative} */
  public static Array pmax(Array x, String... axisNames) {
    return extremum(ReduceOp.MAX, x, axisNames);
  }

  /** {@return a tree with the largest elements over the lanes} */
  public static <T> T pmax(T tree, String... axisNames) {
    return each("pmax", tree, x -> pmax(x, axisNames), axisNames);
  }

  /** {@return the smallest element over the lanes of all these axes; it has no derivative} */
  public static Array pmin(Array x, String... axisNames) {
    return extremum(ReduceOp.MIN, x, axisNames);
  }

  /** {@return a tree with the smallest elements over the lanes} */
  public static <T> T pmin(T tree, String... axisNames) {
    return each("pmin", tree, x -> pmin(x, axisNames), axisNames);
  }

  private static Array extremum(ReduceOp op, Array x, String... axisNames) {
    var result = x;
    for (var name : axisNames) {
      result = extremum(op, result, Lanes.of(op == ReduceOp.MAX ? "pmax" : "pmin", name));
    }
    return result;
  }

  static Array extremum(ReduceOp op, Array x, Lanes lanes) {
    return lanes.bind(new Pmax(op, lanes.all()), x);
  }

  static <T> T each(String operation, T tree, UnaryOperator<Array> function, String... axisNames) {
    requireWhole(operation, tree, axisNames);
    return Trees.map(
        tree,
        leaf -> {
          if (leaf instanceof Array array) {
            return function.apply(array);
          }
          throw new TreeStructureException(
              "%s needs a tree of arrays, but got a leaf %s of %s. Make it an array, or keep it outside."
                  .formatted(operation, leaf, leaf.getClass().getSimpleName()));
        });
  }

  private static void requireWhole(String operation, Object tree, String... axisNames) {
    var flat = Trees.flatten(tree, LaneSlice.class::isInstance);
    for (int i = 0; i < flat.leaves().size(); i++) {
      var divided =
          flat.leaves().get(i) instanceof LaneSlice slice ? slice.axisNames() : List.<String>of();
      for (var name : axisNames) {
        if (divided.contains(name)) {
          var path = flat.structure().paths().get(i);
          throw new PartitioningException(
              "%s over axis \"%s\" needs the same part of an array in each lane, but got a shard over this axis%s. Average gradients by Shards.pmean, or gather the shards first."
                  .formatted(operation, name, path.isEmpty() ? "" : " at " + path));
        }
      }
    }
  }

  /**
   * {@return what other lanes have}
   *
   * @param permutation for each lane a pair of the lane it gives to: {@code {source, destination}};
   *     every lane is once a source and once a destination
   * @throws ShapeException if one is not
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
   * {@return what other lanes have}
   *
   * @param permutation for each lane the one it gets from
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
          "%s over axis %s needs a permutation in which every lane gives once and gets once, but got %s. Mask what a lane should not get."
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
   * {@return what one lane has}
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
    var given = BinaryOps.eq(axisIndex(axisName), NdArray.scalar(DType.I32, source));
    var sum = psum(BinaryOps.select(given, x, ShapeOps.fullLike(x, 0)), axisName);
    return UnaryOps.convertElementType(sum, x.dtype(), x.aval().weak());
  }

  /** {@return what all lanes have, along a new axis 0} */
  public static Array allGather(Array x, String axisName) {
    return allGather(x, axisName, 0, false);
  }

  /**
   * {@return what all lanes have}
   *
   * @param axis a new axis of the result, or an axis of x
   * @param tiled whether it is put end to end along {@code axis} instead of along a new one
   */
  public static Array allGather(Array x, String axisName, int axis, boolean tiled) {
    return allGather(x, Lanes.of("all_gather", axisName), axis, tiled);
  }

  static Array allGather(Array x, Lanes lanes, int axis, boolean tiled) {
    int along = Axes.normalize(axis, tiled ? x.rank() : x.rank() + 1, "all_gather");
    var gathered = lanes.bind(new AllGather(lanes.meeting(), along), x);
    return tiled ? merged(gathered, along) : gathered;
  }

  /** {@return the sum over the lanes, of which each gets its part along axis 0, left out} */
  public static Array psumScatter(Array x, String axisName) {
    return psumScatter(x, axisName, 0, false);
  }

  /**
   * {@return the sum over the lanes, of which each gets its part}
   *
   * @param scatterDimension the axis of x that is cut into parts
   * @param tiled whether parts keep the axis; without it is as long as there are lanes, and left
   *     out
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

  /** {@return of every lane the part for this one; the axis split is left out} */
  public static Array allToAll(Array x, String axisName, int splitAxis, int concatAxis) {
    return allToAll(x, axisName, splitAxis, concatAxis, false);
  }

  /**
   * {@return of every lane the part for this one}
   *
   * @param splitAxis the axis of x that is cut into one part for each lane
   * @param concatAxis where the parts that come in lie: a new axis of the result, counted without
   *     the one that was split
   * @param tiled whether parts keep the axis they were cut from, and are put end to end along the
   *     axis {@code concatAxis} of x
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

  /** {@return x with one of its axes and the lanes in each other's place} */
  public static Array pswapaxes(Array x, String axisName, int axis) {
    return allToAll(x, axisName, axis, axis);
  }

  private static Array cut(String operation, Array x, int axis, MappedAxis lanes) {
    int size = x.shape().dim(axis);
    if (lanes.size() == 0 || size % lanes.size() != 0) {
      throw new ShapeException(
          "%s over axis %s needs an operand that can be cut into as many parts along axis %d, but got %s. Pad it."
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

  /** {@return the index of the lane, an i32 scalar; of several axes together, the last fastest} */
  public static Array axisIndex(String... axisNames) {
    Array index = null;
    for (var name : axisNames) {
      var axis = Trace.namedAxis("axis_index", name);
      var own = Trace.bind(new AxisIndex(axis));
      index =
          index == null
              ? own
              : BinaryOps.add(BinaryOps.mul(index, ShapeOps.fullLike(index, axis.size())), own);
    }
    return index == null ? NdArray.scalar(DType.I32, 0) : index;
  }

  /** {@return the number of lanes, of several axes together} */
  public static int axisSize(String... axisNames) {
    int size = 1;
    for (var name : axisNames) {
      size *= Trace.namedAxis("axis_size", name).size();
    }
    return size;
  }
}

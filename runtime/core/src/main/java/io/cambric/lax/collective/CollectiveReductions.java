package io.cambric.lax.collective;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
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
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sums, means and extremes over the lanes of named axes or over groups of lanes, and the index of a
 * lane. Groups are the {@code axis_index_groups} of JAX.
 *
 * <p>The {@code axisName} of an enclosing {@code vmap} or {@code pmap} names an axis. All functions
 * throw {@link io.cambric.errors.UnboundAxisException} for a name of no enclosing mapping.
 * Functions of trees throw {@link PartitioningException} if lanes have different slices of an array
 * ({@link LaneSlice}).
 *
 * <p>Each lane of the axis must be in one group; otherwise functions throw a {@link
 * ShapeException}. Groups may differ in length, except for means.
 */
public final class CollectiveReductions {

  private CollectiveReductions() {}

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

  /** {@return a tree with each array summed over the lanes} */
  public static <T> T psum(T tree, String... axisNames) {
    return each("psum", tree, x -> psum(x, axisNames), axisNames);
  }

  /**
   * {@return the sum over the lane's group; bools are counted}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   * @throws ShapeException if a lane is not in exactly one group
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum.html">lax.psum</a>
   */
  public static Array psum(Array x, String axisName, int[][] axisIndexGroups) {
    return psum(x, Lanes.of("psum", axisName, axisIndexGroups));
  }

  /** {@return a tree with each array summed over the lane's group} */
  public static <T> T psum(T tree, String axisName, int[][] axisIndexGroups) {
    return each("psum", tree, x -> psum(x, axisName, axisIndexGroups), axisName);
  }

  private static Array counted(Array x) {
    return x.dtype() == DType.BOOL ? UnaryOps.convertElementType(x, DType.I32) : x;
  }

  /**
   * {@return the mean over the lanes of all these axes; the mean of integers has the default dtype}
   */
  public static Array pmean(Array x, String... axisNames) {
    return mean(psum(x, axisNames), axisSize(axisNames));
  }

  /** {@return a tree with each array averaged over the lanes} */
  public static <T> T pmean(T tree, String... axisNames) {
    return each("pmean", tree, x -> pmean(x, axisNames), axisNames);
  }

  /**
   * {@return the mean over the lane's group; the mean of integers has the default dtype}
   *
   * @throws ShapeException if a lane is not in exactly one group, or groups differ in length
   */
  public static Array pmean(Array x, String axisName, int[][] axisIndexGroups) {
    var lanes = Lanes.of("pmean", axisName, axisIndexGroups);
    int count = lanes.meeting().size();
    return mean(psum(x, lanes), count);
  }

  /** {@return a tree with each array averaged over the lane's group} */
  public static <T> T pmean(T tree, String axisName, int[][] axisIndexGroups) {
    return each("pmean", tree, x -> pmean(x, axisName, axisIndexGroups), axisName);
  }

  static Array mean(Array sum, int count) {
    var dividend =
        sum.dtype().isFloating() ? sum : UnaryOps.convertElementType(sum, DType.defaultFloat());
    return BinaryOps.div(dividend, ShapeOps.fullLike(dividend, count));
  }

  /** {@return the largest element over the lanes of all these axes; it has no derivative} */
  public static Array pmax(Array x, String... axisNames) {
    return extremum(ReduceOp.MAX, x, axisNames);
  }

  /** {@return a tree with the largest elements over the lanes} */
  public static <T> T pmax(T tree, String... axisNames) {
    return each("pmax", tree, x -> pmax(x, axisNames), axisNames);
  }

  /**
   * {@return the largest element over the lane's group; it has no derivative}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   */
  public static Array pmax(Array x, String axisName, int[][] axisIndexGroups) {
    return extremum(ReduceOp.MAX, x, Lanes.of("pmax", axisName, axisIndexGroups));
  }

  /** {@return a tree with the largest elements over the lane's group} */
  public static <T> T pmax(T tree, String axisName, int[][] axisIndexGroups) {
    return each("pmax", tree, x -> pmax(x, axisName, axisIndexGroups), axisName);
  }

  /** {@return the smallest element over the lanes of all these axes; it has no derivative} */
  public static Array pmin(Array x, String... axisNames) {
    return extremum(ReduceOp.MIN, x, axisNames);
  }

  /** {@return a tree with the smallest elements over the lanes} */
  public static <T> T pmin(T tree, String... axisNames) {
    return each("pmin", tree, x -> pmin(x, axisNames), axisNames);
  }

  /**
   * {@return the smallest element over the lane's group; it has no derivative}
   *
   * @param axisIndexGroups the lanes of each group; groups may differ in length
   */
  public static Array pmin(Array x, String axisName, int[][] axisIndexGroups) {
    return extremum(ReduceOp.MIN, x, Lanes.of("pmin", axisName, axisIndexGroups));
  }

  /** {@return a tree with the smallest elements over the lane's group} */
  public static <T> T pmin(T tree, String axisName, int[][] axisIndexGroups) {
    return each("pmin", tree, x -> pmin(x, axisName, axisIndexGroups), axisName);
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
   * {@return the index of the lane, an i32 scalar; over several axes, the last one varies fastest}
   */
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

  /** {@return the number of lanes, counted over several axes together} */
  public static int axisSize(String... axisNames) {
    int size = 1;
    for (var name : axisNames) {
      size *= Trace.namedAxis("axis_size", name).size();
    }
    return size;
  }
}

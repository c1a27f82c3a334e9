package io.cambric.lax.collective;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.IndexOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collectives within groups of lanes, the {@code axis_index_groups} of JAX; and the largest
 * elements along any axis.
 *
 * <p>Groups are lists of lanes of one length, in which each lane of the axis is once.
 */
public final class GroupedCollectives {

  private GroupedCollectives() {}

  /**
   * {@return the sum over the lanes of the own group; bools are counted}
   *
   * @throws ShapeException if the groups do not have each lane once, or differ in length
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.psum.html">lax.psum</a>
   */
  public static Array psum(Array x, String axisName, int[][] axisIndexGroups) {
    var wide = x.dtype() == DType.BOOL ? UnaryOps.convertElementType(x, DType.I32) : x;
    return ReductionOps.reduceSum(members("psum", wide, axisName, axisIndexGroups), Axes.of(0));
  }

  /** {@return the mean over the lanes of the own group, of integers in the default dtype} */
  public static Array pmean(Array x, String axisName, int[][] axisIndexGroups) {
    var number = x.dtype().isFloating() ? x : UnaryOps.convertElementType(x, DType.defaultFloat());
    var all = members("pmean", number, axisName, axisIndexGroups);
    var sum = ReductionOps.reduceSum(all, Axes.of(0));
    return BinaryOps.div(sum, ShapeOps.fullLike(sum, all.dim(0)));
  }

  /** {@return the largest element over the lanes of the own group} */
  public static Array pmax(Array x, String axisName, int[][] axisIndexGroups) {
    return ReductionOps.reduceMax(members("pmax", x, axisName, axisIndexGroups), Axes.of(0));
  }

  /** {@return the smallest element over the lanes of the own group} */
  public static Array pmin(Array x, String axisName, int[][] axisIndexGroups) {
    return ReductionOps.reduceMin(members("pmin", x, axisName, axisIndexGroups), Axes.of(0));
  }

  /**
   * {@return the arrays of the lanes of the own group, in its order, along a new axis 0}
   *
   * @throws ShapeException if the groups do not have each lane once, or differ in length
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.all_gather.html">lax.all_gather</a>
   */
  public static Array allGather(Array x, String axisName, int[][] axisIndexGroups) {
    return members("all_gather", x, axisName, axisIndexGroups);
  }

  private static Array members(String name, Array x, String axisName, int[][] groups) {
    int lanes = Trace.namedAxis(name, axisName).size();
    var groupOf = groupOf(name, axisName, lanes, groups);
    var gathered = CollectiveOps.allGather(x, axisName);
    var lane = CollectiveOps.axisIndex(axisName);
    var parts = new ArrayList<Array>();
    for (int j = 0; j < groups[0].length; j++) {
      int[] member = new int[lanes];
      for (int i = 0; i < lanes; i++) {
        member[i] = groups[groupOf[i]][j];
      }
      var table = NdArray.ofInts(Shape.of(lanes), member);
      var own = IndexOps.dynamicIndexInDim(table, lane, 0);
      parts.add(IndexOps.dynamicSliceInDim(gathered, own, 1, 0));
    }
    return ShapeOps.concatenate(parts, 0);
  }

  private static int[] groupOf(String name, String axisName, int lanes, int[][] groups) {
    int[] groupOf = new int[lanes];
    Arrays.fill(groupOf, -1);
    boolean fits = groups.length > 0;
    int count = 0;
    for (int i = 0; i < groups.length; i++) {
      fits &= groups[i].length == groups[0].length;
      for (int lane : groups[i]) {
        boolean isNew = lane >= 0 && lane < lanes && groupOf[lane] < 0;
        fits &= isNew;
        if (isNew) {
          groupOf[lane] = i;
          count++;
        }
      }
    }
    if (!fits || count != lanes) {
      throw new ShapeException(
          "%s over axis \"%s\" needs groups of one length with each of its %d lanes once, but got %s. Mend the groups."
              .formatted(name, axisName, lanes, Arrays.deepToString(groups)));
    }
    return groupOf;
  }

  /**
   * {@return the k largest elements along an axis, descending, and their i32 positions}
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.top_k.html">lax.top_k</a>
   */
  public static List<Array> topK(Array x, int k, int axis) {
    int along = Axes.normalize(axis, x.rank(), "top_k");
    int last = x.rank() - 1;
    return IndexOps.topK(Batching.moveAxis(x, along, last), k).stream()
        .map(each -> Batching.moveAxis(each, last, along))
        .toList();
  }
}

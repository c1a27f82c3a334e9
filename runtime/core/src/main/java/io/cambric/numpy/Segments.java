package io.cambric.numpy;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.At;
import io.cambric.core.Index;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Operands;
import java.util.function.BiFunction;

/**
 * Reductions of rows by segment, {@code jax.ops}: an array of integers names the segment of each
 * row.
 *
 * <p>Shapes: {@code data: [n, ...], segmentIds: [n] -> [numSegments, ...]}. Ids need not be sorted.
 * Rows with negative ids or ids out of bounds are dropped. A segment without rows has the identity:
 * 0 for sums, 1 for products, the least or greatest number for extremes.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.ops.html">jax.ops</a>
 */
public final class Segments {

  private Segments() {}

  /** {@return the sums of the rows of each segment} */
  public static Array segmentSum(Array data, Array segmentIds, int numSegments) {
    return combined("segment_sum", data, segmentIds, numSegments, 0, At::add);
  }

  /**
   * {@return the sums of the rows of each segment up to the largest id; its value must be known}
   */
  public static Array segmentSum(Array data, Array segmentIds) {
    return segmentSum(data, segmentIds, count("segmentSum", segmentIds));
  }

  /**
   * {@return the products of the rows of each segment}
   *
   * <p>The derivative along an element is the product of the other elements of its segment. JAX has
   * none, because a segment may occur twice in the ids.
   */
  public static Array segmentProd(Array data, Array segmentIds, int numSegments) {
    return combined("segment_prod", data, segmentIds, numSegments, 1, At::multiply);
  }

  /**
   * {@return the products of the rows of each segment up to the largest id; its value must be
   * known}
   */
  public static Array segmentProd(Array data, Array segmentIds) {
    return segmentProd(data, segmentIds, count("segmentProd", segmentIds));
  }

  /** {@return the largest elements of the rows of each segment} */
  public static Array segmentMax(Array data, Array segmentIds, int numSegments) {
    double least = data.dtype().lowest();
    return combined("segment_max", data, segmentIds, numSegments, least, At::max);
  }

  /**
   * {@return the largest elements of each segment up to the largest id; its value must be known}
   */
  public static Array segmentMax(Array data, Array segmentIds) {
    return segmentMax(data, segmentIds, count("segmentMax", segmentIds));
  }

  /** {@return the smallest elements of the rows of each segment} */
  public static Array segmentMin(Array data, Array segmentIds, int numSegments) {
    double greatest = data.dtype().highest();
    return combined("segment_min", data, segmentIds, numSegments, greatest, At::min);
  }

  /**
   * {@return the smallest elements of each segment up to the largest id; its value must be known}
   */
  public static Array segmentMin(Array data, Array segmentIds) {
    return segmentMin(data, segmentIds, count("segmentMin", segmentIds));
  }

  private static int count(String name, Array segmentIds) {
    int count = 0;
    for (int id : segmentIds.concrete(name + " without a number of segments").toInts()) {
      count = Math.max(count, id + 1);
    }
    return count;
  }

  private static Array combined(
      String name,
      Array data,
      Array segmentIds,
      int numSegments,
      double neutral,
      BiFunction<At, Array, Array> combination) {
    Operands.requireInteger(name, "segment ids", segmentIds);
    int rank = segmentIds.rank();
    boolean fits =
        rank > 0
            && data.rank() >= rank
            && data.shape().slice(0, rank).equals(segmentIds.shape())
            && numSegments >= 0;
    if (!fits) {
      throw new ShapeException(
          "%s needs an id for each row of the data and a number of segments that is not negative, but got %s, %s and %d."
              .formatted(name, data.aval(), segmentIds.aval(), numSegments));
    }
    var shape = Shape.of(numSegments).concat(data.shape().slice(rank, data.rank()));
    var start = Lax.full(new ShapedArray(shape, data.dtype()), neutral);
    // A negative id is outside, not counted from the last segment.
    var ids =
        Lax.select(
            Lax.lt(segmentIds, Operands.constant(segmentIds, 0)),
            Operands.constant(segmentIds, numSegments),
            segmentIds);
    return combination.apply(ElementSelection.at(start, Index.of(ids)).drop(), data);
  }
}

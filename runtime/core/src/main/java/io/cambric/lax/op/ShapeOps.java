package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import java.util.List;

/** Operations that create, rearrange and cut arrays. */
public final class ShapeOps {

  private ShapeOps() {}

  /** {@return x repeated along new and stretched axes; x itself if there are none} */
  public static Array broadcastInDim(Array x, Shape shape, Axes broadcastDimensions) {
    return x.shape().equals(shape) && broadcastDimensions.isIdentity()
        ? x
        : Trace.bind(new BroadcastInDim(shape, broadcastDimensions), x);
  }

  /** {@return x repeated along new leading axes of these sizes} */
  public static Array broadcast(Array x, Shape sizes) {
    var shape = sizes.concat(x.shape());
    return broadcastInDim(x, shape, Axes.range(sizes.rank(), shape.rank()));
  }

  /** {@return the elements of x in another shape; x itself if it already has this shape} */
  public static Array reshape(Array x, Shape shape) {
    return x.shape().equals(shape) ? x : Trace.bind(new Reshape(shape), x);
  }

  /** {@return the elements of x in another shape, with its axes taken in an order} */
  public static Array reshape(Array x, Shape shape, Axes dimensions) {
    return reshape(transpose(x, dimensions), shape);
  }

  /** {@return x with axes of size 1 at these positions of the result} */
  public static Array expandDims(Array x, Axes dimensions) {
    int rank = x.rank() + dimensions.size();
    var added = dimensions.normalized(rank, "expand_dims");
    var shape = x.shape();
    for (int i = 0; i < added.size(); i++) {
      shape = shape.insert(added.get(i), 1);
    }
    return broadcastInDim(x, shape, added.complement(rank));
  }

  /** {@return x without these axes, which have size 1; x itself if there are none} */
  public static Array squeeze(Array x, Axes dimensions) {
    return dimensions.size() == 0
        ? x
        : Trace.bind(new Squeeze(dimensions.normalized(x.rank(), "squeeze")), x);
  }

  /** {@return x with its axes in another order; x itself if they are already in this order} */
  public static Array transpose(Array x, Axes permutation) {
    return permutation.size() == x.rank() && permutation.isIdentity()
        ? x
        : Trace.bind(new Transpose(permutation), x);
  }

  /** {@return x read backwards along these axes; x itself if there are none} */
  public static Array rev(Array x, Axes dimensions) {
    return dimensions.size() == 0
        ? x
        : Trace.bind(new Rev(dimensions.normalized(x.rank(), "rev")), x);
  }

  /** {@return every {@code strides}-th element from the starts to below the limits} */
  public static Array slice(Array x, Axes starts, Axes limits, Axes strides) {
    boolean whole =
        starts.size() == x.rank()
            && starts.all(0)
            && strides.size() == x.rank()
            && strides.all(1)
            && limits.equals(Axes.of(x.shape().toArray()));
    return whole ? x : Trace.bind(new Slice(starts, limits, strides), x);
  }

  /** {@return the elements from the starts to below the limits} */
  public static Array slice(Array x, Axes starts, Axes limits) {
    return slice(x, starts, limits, Axes.filled(x.rank(), 1));
  }

  /**
   * {@return every {@code stride}-th element from {@code start} to below {@code limit} of one axis}
   */
  public static Array sliceInDim(Array x, int start, int limit, int stride, int axis) {
    int along = Axes.normalize(axis, x.rank(), "slice_in_dim");
    int[] starts = new int[x.rank()];
    int[] limits = x.shape().toArray();
    int[] strides = Axes.filled(x.rank(), 1).toArray();
    starts[along] = start;
    limits[along] = limit;
    strides[along] = stride;
    return slice(x, Axes.of(starts), Axes.of(limits), Axes.of(strides));
  }

  /**
   * {@return x with copies of a scalar before, behind and between its elements}
   *
   * @param low number of elements before, along each axis; negative numbers remove elements
   * @param high number of elements after
   * @param interior number of elements between neighbours, not negative
   */
  public static Array pad(Array x, Array value, Axes low, Axes high, Axes interior) {
    return low.all(0) && high.all(0) && interior.all(0) && low.size() == x.rank()
        ? x
        : Trace.bind(new Pad(low, high, interior), x, value);
  }

  /**
   * {@return the concatenation of the operands along an axis; a single operand is returned itself}
   */
  public static Array concatenate(List<Array> operands, int dimension) {
    return operands.size() == 1
        ? operands.getFirst()
        : Trace.bind(new Concatenate(dimension), operands).getFirst();
  }

  /**
   * {@return the operand cut along an axis into parts of these lengths, which add up to its size}
   */
  public static List<Array> split(Array x, Axes sizes, int axis) {
    return Trace.bind(new Split(sizes, Axes.normalize(axis, x.rank(), "split")), List.of(x));
  }

  /** {@return operands of one shape, stacked along a new axis at a position of the result} */
  public static Array stack(List<Array> operands, int axis) {
    if (operands.isEmpty()) {
      throw new ShapeException("stack needs at least one array, but got none.");
    }
    int at = Axes.normalize(axis, operands.getFirst().rank() + 1, "stack");
    return concatenate(operands.stream().map(each -> expandDims(each, Axes.of(at))).toList(), at);
  }

  /** {@return the parts of x along an axis, each without that axis} */
  public static List<Array> unstack(Array x, int axis) {
    int along = Axes.normalize(axis, x.rank(), "unstack");
    return split(x, Axes.filled(x.shape().dim(along), 1), along).stream()
        .map(part -> squeeze(part, Axes.of(along)))
        .toList();
  }

  /** {@return x repeated as a whole along each axis} */
  public static Array tile(Array x, Axes repetitions) {
    if (repetitions.size() != x.rank()) {
      throw new ShapeException(
          "tile of %s needs one repetition count for each of its %d axes, but got %s."
              .formatted(x.aval(), x.rank(), repetitions));
    }
    int[] spread = new int[2 * x.rank()];
    int[] own = new int[x.rank()];
    int[] sizes = new int[x.rank()];
    for (int axis = 0; axis < own.length; axis++) {
      own[axis] = 2 * axis + 1;
      spread[2 * axis] = repetitions.get(axis);
      spread[2 * axis + 1] = x.shape().dim(axis);
      sizes[axis] = Sizes.repeated("tile", x.shape().dim(axis), repetitions.get(axis));
    }
    return reshape(broadcastInDim(x, Shape.of(spread), Axes.of(own)), Shape.of(sizes));
  }

  /** {@return x with the axes from {@code start} to below {@code stop} merged into one} */
  public static Array collapse(Array x, int start, int stop) {
    int from = Axes.normalize(start, x.rank(), "collapse");
    int to = stop == x.rank() ? stop : Axes.normalize(stop, x.rank(), "collapse");
    if (from > to) {
      throw new ShapeException(
          "collapse of %s needs a start that is not after the stop, but got %d and %d."
              .formatted(x.aval(), start, stop));
    }
    int joined = x.shape().slice(from, to).size();
    var rest = x.shape().slice(to, x.rank());
    return reshape(x, x.shape().slice(0, from).insert(from, joined).concat(rest));
  }

  /** {@return 0, 1, 2, ... below a size} */
  public static Array iota(DType dtype, int size) {
    return broadcastedIota(dtype, Shape.of(size), 0);
  }

  /** {@return the index along one axis at each point} */
  public static Array broadcastedIota(DType dtype, Shape shape, int dimension) {
    return Trace.bind(new Iota(dtype, shape, dimension));
  }

  /** {@return zeros of an aval} */
  public static Array zeros(ShapedArray aval) {
    return full(aval, 0);
  }

  /** {@return an array of one value} */
  public static Array full(ShapedArray aval, double value) {
    return broadcastInDim(
        NdArray.scalar(aval.withShape(Shape.scalar()), value), aval.shape(), Axes.of());
  }

  /** {@return a scalar of the dtype of x, which broadcasts in elementwise operations} */
  public static Array fullLike(Array x, double value) {
    return NdArray.scalar(x.aval().withShape(Shape.scalar()), value);
  }

  /**
   * {@return x broadcast to the shape of another array, trailing axes to trailing axes}
   *
   * @throws ShapeException if x has more axes, or a size that is neither 1 nor the size of the
   *     other array
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.broadcast_like.html">lax.broadcast_like</a>
   */
  public static Array broadcastLike(Array x, Array like) {
    int lead = like.rank() - x.rank();
    boolean fits = lead >= 0;
    for (int axis = 0; fits && axis < x.rank(); axis++) {
      fits = x.dim(axis) == 1 || x.dim(axis) == like.dim(lead + axis);
    }
    if (!fits) {
      throw new ShapeException(
          "broadcast_like needs an array that broadcasts to the shape of the second, but got %s for %s."
              .formatted(x.aval(), like.aval()));
    }
    return broadcastInDim(x, like.shape(), Axes.range(lead, like.rank()));
  }

  /**
   * {@return x with axes of size 1 in front, up to a number of axes}
   *
   * @throws ShapeException if x has more axes
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.broadcast_to_rank.html">lax.broadcast_to_rank</a>
   */
  public static Array broadcastToRank(Array x, int rank) {
    if (x.rank() > rank) {
      throw new ShapeException(
          "broadcast_to_rank needs an array of at most %d axes, but got %s."
              .formatted(rank, x.aval()));
    }
    return expandDims(x, Axes.range(0, rank - x.rank()));
  }

  /** {@return an array for values that do not matter: zeros} */
  public static Array empty(Shape shape, DType dtype) {
    return zeros(new ShapedArray(shape, dtype));
  }

  /** {@return sizes along axes as a vector of integers} */
  public static Array shapeAsValue(Shape shape) {
    return NdArray.ofInts(Shape.of(shape.rank()), shape.toArray());
  }
}

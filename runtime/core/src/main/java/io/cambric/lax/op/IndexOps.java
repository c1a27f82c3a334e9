package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.lax.dims.ScatterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations with indices as operands, and operations that reorder elements. */
public final class IndexOps {

  private IndexOps() {}

  /**
   * {@return a block of fixed sizes}
   *
   * @param starts one integer scalar per axis; negative scalars count from the end, and all are
   *     clamped to keep the block in bounds
   */
  public static Array dynamicSlice(Array x, List<Array> starts, Shape sizes) {
    var operands = new ArrayList<Array>(List.of(x));
    operands.addAll(fromFront(x, starts));
    return Trace.bind(new DynamicSlice(sizes), operands).getFirst();
  }

  /** {@return a block of {@code size} elements along one axis, whole along the other axes} */
  public static Array dynamicSliceInDim(Array x, Array start, int size, int axis) {
    int along = Axes.normalize(axis, x.rank(), "dynamic_slice_in_dim");
    return dynamicSlice(x, startsInDim(x, start, along), x.shape().with(along, size));
  }

  /** {@return the elements at one index of an axis, without this axis} */
  public static Array dynamicIndexInDim(Array x, Array index, int axis) {
    int along = Axes.normalize(axis, x.rank(), "dynamic_index_in_dim");
    return ShapeOps.squeeze(dynamicSliceInDim(x, index, 1, along), Axes.of(along));
  }

  /** {@return the elements at one index of an axis; negative indices count from the end} */
  public static Array indexInDim(Array x, int index, int axis, boolean keepDims) {
    int along = Axes.normalize(axis, x.rank(), "index_in_dim");
    int size = x.shape().dim(along);
    if (index < -size || index >= size) {
      throw new ShapeException(
          "index_in_dim of %s along axis %d needs an index in [%d, %d), but got %d."
              .formatted(x.aval(), axis, -size, size, index));
    }
    int at = Math.floorMod(index, size);
    var part = ShapeOps.sliceInDim(x, at, at + 1, 1, along);
    return keepDims ? part : ShapeOps.squeeze(part, Axes.of(along));
  }

  /**
   * {@return x with the elements at one index of an axis overwritten}
   *
   * @param update of the shape of x, with size 1 along the axis or without it
   */
  public static Array dynamicUpdateIndexInDim(Array x, Array update, Array index, int axis) {
    int along = Axes.normalize(axis, x.rank(), "dynamic_update_index_in_dim");
    var slice = update.rank() == x.rank() ? update : ShapeOps.expandDims(update, Axes.of(along));
    return dynamicUpdateSliceInDim(x, slice, index, along);
  }

  /** {@return x with a block overwritten; starts as in {@link #dynamicSlice}} */
  public static Array dynamicUpdateSlice(Array x, Array update, List<Array> starts) {
    var operands = new ArrayList<Array>(List.of(x, update));
    operands.addAll(fromFront(x, starts));
    return Trace.bind(new DynamicUpdateSlice(), operands).getFirst();
  }

  /**
   * {@return x with a block overwritten from an index of one axis on, whole along the other axes}
   */
  public static Array dynamicUpdateSliceInDim(Array x, Array update, Array start, int axis) {
    int along = Axes.normalize(axis, x.rank(), "dynamic_update_slice_in_dim");
    return dynamicUpdateSlice(x, update, startsInDim(x, start, along));
  }

  private static List<Array> startsInDim(Array x, Array start, int axis) {
    var starts = new ArrayList<Array>(x.rank());
    for (int i = 0; i < x.rank(); i++) {
      starts.add(i == axis ? start : ShapeOps.fullLike(start, 0));
    }
    return starts;
  }

  private static List<Array> fromFront(Array x, List<Array> starts) {
    var counted = new ArrayList<Array>(starts.size());
    for (int axis = 0; axis < starts.size(); axis++) {
      var start = starts.get(axis);
      boolean signed = start.dtype().kind() == DType.Kind.SIGNED;
      if (axis >= x.rank() || !signed || start.rank() != 0) {
        counted.add(start);
      } else if (start instanceof NdArray known) {
        double place = known.getDouble(0);
        counted.add(place < 0 ? ShapeOps.fullLike(start, place + x.shape().dim(axis)) : start);
      } else {
        var fromEnd = BinaryOps.add(start, ShapeOps.fullLike(start, x.shape().dim(axis)));
        counted.add(
            BinaryOps.select(BinaryOps.lt(start, ShapeOps.fullLike(start, 0)), fromEnd, start));
      }
    }
    return counted;
  }

  /**
   * {@return windows of x at start indices}
   *
   * @param indices integers; the last axis holds the components of one start index
   * @param sliceSizes size of the window along each axis of x
   * @param fillValue of windows outside in mode {@code FILL_OR_DROP}; {@code null} for NaN, or the
   *     number of an integer dtype farthest from 0
   */
  public static Array gather(
      Array x,
      Array indices,
      GatherDims dims,
      Shape sliceSizes,
      GatherMode mode,
      @Nullable Double fillValue) {
    return Trace.bind(new Gather(dims, sliceSizes, mode, fillValue), x, indices);
  }

  /**
   * {@return one element of x for each index, along an axis; x and indices agree in all other axes}
   *
   * <p>Negative indices are outside; {@code Numpy.takeAlongAxis} counts them from the end.
   */
  public static Array takeAlongAxis(Array x, Array indices, int axis, GatherMode mode) {
    int along = Axes.normalize(axis, x.rank(), "take_along_axis");
    return Gather.alongAxis(x, indices, along, mode);
  }

  /** {@return x with windows replaced; an element keeps the last of its updates} */
  public static Array scatter(
      Array x, Array indices, Array updates, ScatterDims dims, GatherMode mode) {
    return scatter(ScatterKind.SET, x, indices, updates, dims, mode, false);
  }

  /** {@return x with updates added to windows} */
  public static Array scatterAdd(
      Array x, Array indices, Array updates, ScatterDims dims, GatherMode mode) {
    return scatter(ScatterKind.ADD, x, indices, updates, dims, mode, false);
  }

  /**
   * {@return x with windows combined with updates}
   *
   * @param uniqueIndices promises that no element is updated twice, which makes derivatives simpler
   */
  public static Array scatter(
      ScatterKind kind,
      Array x,
      Array indices,
      Array updates,
      ScatterDims dims,
      GatherMode mode,
      boolean uniqueIndices) {
    return Trace.bind(new Scatter(kind, dims, mode, uniqueIndices), x, indices, updates);
  }

  /** {@return x in ascending order along an axis, NaN last} */
  public static Array sort(Array x, int dimension) {
    return sort(List.of(x), dimension, 1).getFirst();
  }

  /**
   * {@return the operands reordered together along an axis, by the first {@code numKeys} of them}
   */
  public static List<Array> sort(List<Array> operands, int dimension, int numKeys) {
    if (operands.isEmpty()) {
      throw new ShapeException("sort needs at least one operand, but got none.");
    }
    int axis = Axes.normalize(dimension, operands.getFirst().rank(), "sort");
    return Trace.bind(new Sort(axis, true, numKeys), operands);
  }

  /** {@return keys in ascending order along an axis, and values in the order of the keys} */
  public static List<Array> sortKeyVal(Array keys, Array values, int dimension) {
    return sort(List.of(keys, values), dimension, 1);
  }

  /** {@return the k largest elements along the last axis, descending, and their i32 positions} */
  public static List<Array> topK(Array x, int k) {
    return Trace.bind(new TopK(k), List.of(x));
  }

  /**
   * {@return the k largest elements along an axis, descending, and their i32 positions}
   *
   * @throws ShapeException if the axis has fewer than k elements, or k is negative
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.top_k.html">lax.top_k</a>
   */
  public static List<Array> topK(Array x, int k, int axis) {
    return largest("top_k", x, k, axis);
  }

  private static List<Array> largest(String name, Array x, int k, int axis) {
    int along = Axes.normalize(axis, x.rank(), name);
    if (k < 0 || k > x.dim(along)) {
      throw new ShapeException(
          "%s along axis %d needs k in [0, %d], but got %d for %s. Take fewer elements, or another axis."
              .formatted(name, along, x.dim(along), k, x.aval()));
    }
    int last = x.rank() - 1;
    return topK(Batching.moveAxis(x, along, last), k).stream()
        .map(each -> Batching.moveAxis(each, last, along))
        .toList();
  }

  /**
   * {@return the k largest elements along an axis, descending, and their i32 positions}
   *
   * <p>Exact, as in JAX on CPUs.
   */
  public static List<Array> approxMaxK(Array x, int k, int reductionDimension) {
    return largest("approx_max_k", x, k, reductionDimension);
  }

  /** {@return the k smallest elements along an axis, ascending, and their i32 positions; exact} */
  public static List<Array> approxMinK(Array x, int k, int reductionDimension) {
    var largest = approxMaxK(UnaryOps.neg(x), k, reductionDimension);
    return List.of(UnaryOps.neg(largest.get(0)), largest.get(1));
  }

  /**
   * {@return slices of x at indices along several axes, which the result lacks}
   *
   * <p>Shapes: {@code x: s, indices: [n] each -> [n, s without the axes]}. Indices count modulo the
   * size of their axis.
   *
   * @param indices one vector of integers for each axis
   * @throws ShapeException if there is not one vector for each axis, or their sizes differ
   */
  public static Array indexTake(Array x, List<Array> indices, Axes axes) {
    // The axes keep the order of the indices, unlike Axes.normalized.
    var along =
        Axes.of(
            Arrays.stream(axes.toArray())
                .map(axis -> Axes.normalize(axis, x.rank(), "index_take"))
                .toArray());
    boolean fits = !indices.isEmpty() && indices.size() == along.size();
    for (var each : indices) {
      fits &= each.rank() == 1 && each.shape().equals(indices.getFirst().shape());
    }
    if (!fits) {
      throw new ShapeException(
          "index_take needs a vector of indices for each of the axes %s, all of the same size, but got %s."
              .formatted(axes, ShapedArray.ofAll(indices)));
    }
    int[] sizes = x.shape().toArray();
    var columns = new ArrayList<Array>();
    for (int i = 0; i < indices.size(); i++) {
      var each = indices.get(i);
      int size = sizes[along.get(i)];
      sizes[along.get(i)] = 1;
      columns.add(ShapeOps.expandDims(modulo(each, size), Axes.of(1)));
    }
    var dims = new GatherDims(Axes.range(1, x.rank() - along.size() + 1), along.sorted(), along);
    var places = ShapeOps.concatenate(columns, 1);
    return gather(x, places, dims, Shape.of(sizes), GatherMode.PROMISE_IN_BOUNDS, null);
  }

  private static Array modulo(Array places, int size) {
    var count = ShapeOps.fullLike(places, size);
    return BinaryOps.rem(BinaryOps.add(BinaryOps.rem(places, count), count), count);
  }
}

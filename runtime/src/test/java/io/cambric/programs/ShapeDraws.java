package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.lax.GatherMode;
import io.cambric.lax.Lax;
import io.cambric.programs.Draw.Drawn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of functions that move elements: views, parts, indices, orders. */
final class ShapeDraws {

  private ShapeDraws() {}

  static List<Draw> rows() {
    return List.of(
        new Draw("reshape", ShapeDraws::reshape),
        new Draw("broadcast_in_dim", ShapeDraws::broadcast),
        new Draw("transpose", ShapeDraws::transpose),
        new Draw("rev", ShapeDraws::rev),
        new Draw("squeeze", ShapeDraws::squeeze),
        new Draw("slice", ShapeDraws::slice),
        new Draw("slice_of_views", ShapeDraws::sliceOfViews),
        new Draw("pad", ShapeDraws::pad),
        new Draw("concatenate", ShapeDraws::concatenate),
        new Draw("split", ShapeDraws::split),
        new Draw("iota", ShapeDraws::iota),
        new Draw("dynamic_slice", ShapeDraws::dynamicSlice),
        new Draw("dynamic_update_slice", ShapeDraws::dynamicUpdateSlice),
        new Draw("take_along_axis", ShapeDraws::takeAlongAxis),
        new Draw("sort", ShapeDraws::sort),
        new Draw("sort_key_val", ShapeDraws::sortKeyVal),
        new Draw("top_k", ShapeDraws::topK));
  }

  private static @Nullable Drawn reshape(Writer w) {
    int x = w.anyValue();
    int size = w.sample(x).size();
    var shapes = new ArrayList<>(List.of(Shape.of(size), Shape.of(1, size), Shape.of(size, 1)));
    for (int d = 2; d <= 6; d++) {
      if (size % d == 0) {
        shapes.add(Shape.of(d, size / d));
        shapes.add(Shape.of(size / d, 1, d));
      }
    }
    var shape = w.pick(shapes);
    return Leaves.unary("reshape", "reshape" + shape, x, v -> Lax.reshape(v, shape));
  }

  private static @Nullable Drawn broadcast(Writer w) {
    int x = w.value(v -> v.rank() < 4);
    if (x < 0) {
      return null;
    }
    var shape = w.sample(x).shape();
    var dims = Axes.range(0, shape.rank());
    for (int i = 0; i < shape.rank(); i++) {
      if (shape.dim(i) == 1) {
        shape = shape.with(i, w.random.nextInt(1, 4));
      }
    }
    if (shape.rank() == 0 || w.random.nextBoolean()) {
      int at = w.random.nextInt(shape.rank() + 1);
      shape = shape.insert(at, w.random.nextInt(1, 5));
      dims = dims.shiftedFrom(at);
    }
    var to = shape;
    var along = dims;
    return Leaves.unary(
        "broadcast_in_dim",
        "broadcast_in_dim[%s %s]".formatted(to, along),
        x,
        v -> Lax.broadcastInDim(v, to, along));
  }

  private static @Nullable Drawn transpose(Writer w) {
    int x = w.value(v -> v.rank() > 1);
    if (x < 0) {
      return null;
    }
    var order = permutation(w, w.sample(x).rank());
    return Leaves.unary("transpose", "transpose" + order, x, v -> Lax.transpose(v, order));
  }

  static Axes permutation(Writer w, int rank) {
    int[] order = IntStream.range(0, rank).toArray();
    for (int i = rank - 1; i > 0; i--) {
      int j = w.random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Axes.of(order);
  }

  /** {@return some of the axes, ascending} */
  static Axes some(Writer w, int rank) {
    return Axes.of(IntStream.range(0, rank).filter(_ -> w.random.nextBoolean()).toArray());
  }

  private static @Nullable Drawn rev(Writer w) {
    int x = w.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var axes = some(w, w.sample(x).rank());
    return Leaves.unary("rev", "rev" + axes, x, v -> Lax.rev(v, axes));
  }

  private static @Nullable Drawn squeeze(Writer w) {
    int x = w.value(v -> IntStream.range(0, v.rank()).anyMatch(i -> v.dim(i) == 1));
    if (x < 0) {
      return null;
    }
    var shape = w.sample(x).shape();
    var ones = IntStream.range(0, shape.rank()).filter(i -> shape.dim(i) == 1).toArray();
    var axes = Axes.of(ones);
    return Leaves.unary("squeeze", "squeeze" + axes, x, v -> Lax.squeeze(v, axes));
  }

  private static @Nullable Drawn slice(Writer w) {
    int x = w.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var shape = w.sample(x).shape();
    int[] starts = new int[shape.rank()];
    int[] limits = new int[shape.rank()];
    int[] strides = new int[shape.rank()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = w.random.nextInt(Math.max(1, shape.dim(i)));
      limits[i] = shape.dim(i) == 0 ? 0 : w.random.nextInt(starts[i] + 1, shape.dim(i) + 1);
      strides[i] = w.random.nextInt(1, 4);
    }
    return Leaves.unary(
        "slice",
        "slice[%s %s %s]".formatted(Axes.of(starts), Axes.of(limits), Axes.of(strides)),
        x,
        v -> Lax.slice(v, Axes.of(starts), Axes.of(limits), Axes.of(strides)));
  }

  /** Every other element of a view that is not dense: what a program reads by its strides. */
  private static @Nullable Drawn sliceOfViews(Writer w) {
    int x = w.value(v -> v.rank() > 1 && v.dim(0) > 2);
    if (x < 0) {
      return null;
    }
    int rank = w.sample(x).rank();
    var reversed = Axes.range(0, rank).toArray();
    for (int i = 0; i < rank; i++) {
      reversed[i] = rank - 1 - i;
    }
    int length = w.sample(x).dim(0);
    return Leaves.unary(
        "slice_of_views",
        "slice[::2] of transpose of rev",
        x,
        v ->
            Lax.sliceInDim(
                Lax.transpose(Lax.rev(v, Axes.of(0)), Axes.of(reversed)), 0, length, 2, -1));
  }

  private static @Nullable Drawn pad(Writer w) {
    int x = w.value(v -> v.rank() > 0);
    int value = x < 0 ? -1 : w.partner(x);
    if (value < 0 || w.sample(value).rank() != 0) {
      return null;
    }
    var shape = w.sample(x).shape();
    int[] low = new int[shape.rank()];
    int[] high = new int[shape.rank()];
    int[] interior = new int[shape.rank()];
    for (int i = 0; i < low.length; i++) {
      boolean crop = shape.dim(i) > 2;
      low[i] = w.random.nextInt(crop ? -1 : 0, 3);
      high[i] = w.random.nextInt(crop ? -1 : 0, 3);
      interior[i] = Math.max(0, w.random.nextInt(-2, 3));
    }
    return Leaves.binary(
        "pad",
        "pad[%s %s %s]".formatted(Axes.of(low), Axes.of(high), Axes.of(interior)),
        x,
        value,
        (v, fill) -> Lax.pad(v, fill, Axes.of(low), Axes.of(high), Axes.of(interior)));
  }

  private static @Nullable Drawn concatenate(Writer w) {
    int x = w.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var first = w.sample(x);
    int axis = w.random.nextInt(first.rank());
    var operands = new ArrayList<>(List.of(x));
    for (int i = w.random.nextInt(1, 3); i > 0; i--) {
      operands.add(
          w.value(v ->
              v.dtype() == first.dtype()
                  && v.rank() == first.rank()
                  && v.shape()
                      .without(Axes.of(axis))
                      .equals(first.shape().without(Axes.of(axis)))));
    }
    return Leaves.leaf(
        "concatenate",
        "concatenate[dimension=%d]".formatted(axis),
        operands,
        v -> List.of(Lax.concatenate(v, axis)));
  }

  private static @Nullable Drawn split(Writer w) {
    int x = w.value(v -> v.rank() > 0 && v.dim(0) > 1);
    if (x < 0) {
      return null;
    }
    int first = w.random.nextInt(1, w.sample(x).dim(0));
    var sizes = Axes.of(first, w.sample(x).dim(0) - first);
    return Leaves.leaf(
        "split", "split" + sizes, List.of(x), v -> Lax.split(v.getFirst(), sizes, 0));
  }

  private static @Nullable Drawn iota(Writer w) {
    var shape = Shape.of(w.random.nextInt(1, 4), w.random.nextInt(1, 5));
    int axis = w.random.nextInt(2);
    var dtype = w.random.nextBoolean() ? DType.I32 : w.floatingDtype();
    return Leaves.leaf(
        "iota",
        "iota[%s %s %d]".formatted(dtype, shape, axis),
        List.of(),
        _ -> List.of(Lax.broadcastedIota(dtype, shape, axis)));
  }

  private static @Nullable Drawn dynamicSlice(Writer w) {
    int x = w.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    var sizes = part(w, w.sample(x).shape());
    var operands = new ArrayList<>(List.of(x));
    for (int i = 0; i < sizes.rank(); i++) {
      operands.add(w.index(-2, w.sample(x).dim(i) + 1));
    }
    return Leaves.leaf(
        "dynamic_slice",
        "dynamic_slice" + sizes,
        operands,
        v -> List.of(Lax.dynamicSlice(v.getFirst(), v.subList(1, v.size()), sizes)));
  }

  private static Shape part(Writer w, Shape shape) {
    int[] sizes = shape.toArray();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = w.random.nextInt(1, sizes[i] + 1);
    }
    return Shape.of(sizes);
  }

  private static @Nullable Drawn dynamicUpdateSlice(Writer w) {
    int x = w.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    var whole = w.sample(x);
    int update =
        w.value(v -> {
          boolean fits = v.dtype() == whole.dtype() && v.rank() == whole.rank();
          for (int i = 0; fits && i < v.rank(); i++) {
            fits = v.dim(i) <= whole.dim(i);
          }
          return fits;
        });
    var operands = new ArrayList<>(List.of(x, update));
    for (int i = 0; i < whole.rank(); i++) {
      operands.add(w.index(-2, whole.dim(i) + 1));
    }
    return Leaves.leaf(
        "dynamic_update_slice",
        "dynamic_update_slice",
        operands,
        v -> List.of(Lax.dynamicUpdateSlice(v.get(0), v.get(1), v.subList(2, v.size()))));
  }

  private static @Nullable Drawn takeAlongAxis(Writer w) {
    int x = w.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    int axis = w.random.nextInt(w.sample(x).rank());
    int length = w.sample(x).dim(axis);
    int indices = w.indices(0, length, w.sample(x).shape().with(axis, w.random.nextInt(1, 4)));
    return Leaves.binary(
        "take_along_axis",
        "take_along_axis[axis=%d]".formatted(axis),
        x,
        indices,
        (v, i) -> Lax.takeAlongAxis(v, i, axis, GatherMode.CLIP));
  }

  private static boolean isOrdered(NdArray x) {
    return x.rank() > 0 && (!x.dtype().isFloating() || Leaves.areDistinct(x));
  }

  private static @Nullable Drawn sort(Writer w) {
    int x = w.value(ShapeDraws::isOrdered);
    if (x < 0) {
      return null;
    }
    int axis = w.random.nextInt(w.sample(x).rank());
    return Leaves.unary("sort", "sort[dimension=%d]".formatted(axis), x, v -> Lax.sort(v, axis));
  }

  private static @Nullable Drawn sortKeyVal(Writer w) {
    int keys = w.value(ShapeDraws::isOrdered);
    int values = keys < 0 ? -1 : w.value(v -> v.shape().equals(w.sample(keys).shape()));
    if (values < 0) {
      return null;
    }
    int axis = w.random.nextInt(w.sample(keys).rank());
    return Leaves.leaf(
        "sort_key_val",
        "sort_key_val[dimension=%d]".formatted(axis),
        List.of(keys, values),
        v -> Lax.sortKeyVal(v.get(0), v.get(1), axis));
  }

  private static @Nullable Drawn topK(Writer w) {
    int x = w.value(v -> isOrdered(v) && v.dim(-1) > 0 && v.dtype() != DType.BOOL);
    if (x < 0) {
      return null;
    }
    int k = w.random.nextInt(1, w.sample(x).dim(-1) + 1);
    return Leaves.leaf(
        "top_k", "top_k[k=%d]".formatted(k), List.of(x), v -> Lax.topK(v.getFirst(), k));
  }
}

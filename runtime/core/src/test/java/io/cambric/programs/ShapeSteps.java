package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.programs.StepGenerator.Drawn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of functions that move elements: views, parts, indices, orders. */
final class ShapeSteps {

  private ShapeSteps() {}

  static List<StepGenerator> rows() {
    return List.of(
        new StepGenerator("reshape", ShapeSteps::reshape),
        new StepGenerator("broadcast_in_dim", ShapeSteps::broadcast),
        new StepGenerator("transpose", ShapeSteps::transpose),
        new StepGenerator("rev", ShapeSteps::rev),
        new StepGenerator("squeeze", ShapeSteps::squeeze),
        new StepGenerator("slice", ShapeSteps::slice),
        new StepGenerator("slice_of_views", ShapeSteps::sliceOfViews),
        new StepGenerator("pad", ShapeSteps::pad),
        new StepGenerator("concatenate", ShapeSteps::concatenate),
        new StepGenerator("split", ShapeSteps::split),
        new StepGenerator("iota", ShapeSteps::iota),
        new StepGenerator("dynamic_slice", ShapeSteps::dynamicSlice),
        new StepGenerator("dynamic_update_slice", ShapeSteps::dynamicUpdateSlice),
        new StepGenerator("take_along_axis", ShapeSteps::takeAlongAxis),
        new StepGenerator("sort", ShapeSteps::sort),
        new StepGenerator("sort_key_val", ShapeSteps::sortKeyVal),
        new StepGenerator("top_k", ShapeSteps::topK));
  }

  private static @Nullable Drawn reshape(ProgramGenerator g) {
    int x = g.anyValue();
    int size = g.sample(x).size();
    var shapes = new ArrayList<>(List.of(Shape.of(size), Shape.of(1, size), Shape.of(size, 1)));
    for (int d = 2; d <= 6; d++) {
      if (size % d == 0) {
        shapes.add(Shape.of(d, size / d));
        shapes.add(Shape.of(size / d, 1, d));
      }
    }
    var shape = g.pick(shapes);
    return Leaves.unary("reshape", "reshape" + shape, x, v -> Lax.reshape(v, shape));
  }

  private static @Nullable Drawn broadcast(ProgramGenerator g) {
    int x = g.value(v -> v.rank() < 4);
    if (x < 0) {
      return null;
    }
    var shape = g.sample(x).shape();
    var dims = Axes.range(0, shape.rank());
    for (int i = 0; i < shape.rank(); i++) {
      if (shape.dim(i) == 1) {
        shape = shape.with(i, g.random.nextInt(1, 4));
      }
    }
    if (shape.rank() == 0 || g.random.nextBoolean()) {
      int at = g.random.nextInt(shape.rank() + 1);
      shape = shape.insert(at, g.random.nextInt(1, 5));
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

  private static @Nullable Drawn transpose(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 1);
    if (x < 0) {
      return null;
    }
    var order = permutation(g, g.sample(x).rank());
    return Leaves.unary("transpose", "transpose" + order, x, v -> Lax.transpose(v, order));
  }

  static Axes permutation(ProgramGenerator g, int rank) {
    int[] order = IntStream.range(0, rank).toArray();
    for (int i = rank - 1; i > 0; i--) {
      int j = g.random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Axes.of(order);
  }

  /** {@return some of the axes, ascending} */
  static Axes some(ProgramGenerator g, int rank) {
    return Axes.of(IntStream.range(0, rank).filter(_ -> g.random.nextBoolean()).toArray());
  }

  private static @Nullable Drawn rev(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var axes = some(g, g.sample(x).rank());
    return Leaves.unary("rev", "rev" + axes, x, v -> Lax.rev(v, axes));
  }

  private static @Nullable Drawn squeeze(ProgramGenerator g) {
    int x = g.value(v -> IntStream.range(0, v.rank()).anyMatch(i -> v.dim(i) == 1));
    if (x < 0) {
      return null;
    }
    var shape = g.sample(x).shape();
    var ones = IntStream.range(0, shape.rank()).filter(i -> shape.dim(i) == 1).toArray();
    var axes = Axes.of(ones);
    return Leaves.unary("squeeze", "squeeze" + axes, x, v -> Lax.squeeze(v, axes));
  }

  private static @Nullable Drawn slice(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var shape = g.sample(x).shape();
    int[] starts = new int[shape.rank()];
    int[] limits = new int[shape.rank()];
    int[] strides = new int[shape.rank()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = g.random.nextInt(Math.max(1, shape.dim(i)));
      limits[i] = shape.dim(i) == 0 ? 0 : g.random.nextInt(starts[i] + 1, shape.dim(i) + 1);
      strides[i] = g.random.nextInt(1, 4);
    }
    return Leaves.unary(
        "slice",
        "slice[%s %s %s]".formatted(Axes.of(starts), Axes.of(limits), Axes.of(strides)),
        x,
        v -> Lax.slice(v, Axes.of(starts), Axes.of(limits), Axes.of(strides)));
  }

  /** Every other element of a view that is not dense: what a program reads by its strides. */
  private static @Nullable Drawn sliceOfViews(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 1 && v.dim(0) > 2);
    if (x < 0) {
      return null;
    }
    int rank = g.sample(x).rank();
    var reversed = Axes.range(0, rank).toArray();
    for (int i = 0; i < rank; i++) {
      reversed[i] = rank - 1 - i;
    }
    int length = g.sample(x).dim(0);
    return Leaves.unary(
        "slice_of_views",
        "slice[::2] of transpose of rev",
        x,
        v ->
            Lax.sliceInDim(
                Lax.transpose(Lax.rev(v, Axes.of(0)), Axes.of(reversed)), 0, length, 2, -1));
  }

  private static @Nullable Drawn pad(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0);
    int value = x < 0 ? -1 : g.partner(x);
    if (value < 0 || g.sample(value).rank() != 0) {
      return null;
    }
    var shape = g.sample(x).shape();
    int[] low = new int[shape.rank()];
    int[] high = new int[shape.rank()];
    int[] interior = new int[shape.rank()];
    for (int i = 0; i < low.length; i++) {
      boolean crop = shape.dim(i) > 2;
      low[i] = g.random.nextInt(crop ? -1 : 0, 3);
      high[i] = g.random.nextInt(crop ? -1 : 0, 3);
      interior[i] = Math.max(0, g.random.nextInt(-2, 3));
    }
    return Leaves.binary(
        "pad",
        "pad[%s %s %s]".formatted(Axes.of(low), Axes.of(high), Axes.of(interior)),
        x,
        value,
        (v, fill) -> Lax.pad(v, fill, Axes.of(low), Axes.of(high), Axes.of(interior)));
  }

  private static @Nullable Drawn concatenate(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0);
    if (x < 0) {
      return null;
    }
    var first = g.sample(x);
    int axis = g.random.nextInt(first.rank());
    var operands = new ArrayList<>(List.of(x));
    for (int i = g.random.nextInt(1, 3); i > 0; i--) {
      operands.add(
          g.value(v ->
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

  private static @Nullable Drawn split(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.dim(0) > 1);
    if (x < 0) {
      return null;
    }
    int first = g.random.nextInt(1, g.sample(x).dim(0));
    var sizes = Axes.of(first, g.sample(x).dim(0) - first);
    return Leaves.leaf(
        "split", "split" + sizes, List.of(x), v -> Lax.split(v.getFirst(), sizes, 0));
  }

  private static @Nullable Drawn iota(ProgramGenerator g) {
    var shape = Shape.of(g.random.nextInt(1, 4), g.random.nextInt(1, 5));
    int axis = g.random.nextInt(2);
    var dtype = g.random.nextBoolean() ? DType.I32 : g.floatingDtype();
    return Leaves.leaf(
        "iota",
        "iota[%s %s %d]".formatted(dtype, shape, axis),
        List.of(),
        _ -> List.of(Lax.broadcastedIota(dtype, shape, axis)));
  }

  private static @Nullable Drawn dynamicSlice(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    var sizes = part(g, g.sample(x).shape());
    var operands = new ArrayList<>(List.of(x));
    for (int i = 0; i < sizes.rank(); i++) {
      operands.add(g.index(-2, g.sample(x).dim(i) + 1));
    }
    return Leaves.leaf(
        "dynamic_slice",
        "dynamic_slice" + sizes,
        operands,
        v -> List.of(Lax.dynamicSlice(v.getFirst(), v.subList(1, v.size()), sizes)));
  }

  private static Shape part(ProgramGenerator g, Shape shape) {
    int[] sizes = shape.toArray();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = g.random.nextInt(1, sizes[i] + 1);
    }
    return Shape.of(sizes);
  }

  private static @Nullable Drawn dynamicUpdateSlice(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    var whole = g.sample(x);
    int update =
        g.value(v -> {
          boolean fits = v.dtype() == whole.dtype() && v.rank() == whole.rank();
          for (int i = 0; fits && i < v.rank(); i++) {
            fits = v.dim(i) <= whole.dim(i);
          }
          return fits;
        });
    var operands = new ArrayList<>(List.of(x, update));
    for (int i = 0; i < whole.rank(); i++) {
      operands.add(g.index(-2, whole.dim(i) + 1));
    }
    return Leaves.leaf(
        "dynamic_update_slice",
        "dynamic_update_slice",
        operands,
        v -> List.of(Lax.dynamicUpdateSlice(v.get(0), v.get(1), v.subList(2, v.size()))));
  }

  private static @Nullable Drawn takeAlongAxis(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.size() > 0);
    if (x < 0) {
      return null;
    }
    int axis = g.random.nextInt(g.sample(x).rank());
    int length = g.sample(x).dim(axis);
    int indices = g.indices(0, length, g.sample(x).shape().with(axis, g.random.nextInt(1, 4)));
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

  private static @Nullable Drawn sort(ProgramGenerator g) {
    int x = g.value(ShapeSteps::isOrdered);
    if (x < 0) {
      return null;
    }
    int axis = g.random.nextInt(g.sample(x).rank());
    return Leaves.unary("sort", "sort[dimension=%d]".formatted(axis), x, v -> Lax.sort(v, axis));
  }

  private static @Nullable Drawn sortKeyVal(ProgramGenerator g) {
    int keys = g.value(ShapeSteps::isOrdered);
    int values = keys < 0 ? -1 : g.value(v -> v.shape().equals(g.sample(keys).shape()));
    if (values < 0) {
      return null;
    }
    int axis = g.random.nextInt(g.sample(keys).rank());
    return Leaves.leaf(
        "sort_key_val",
        "sort_key_val[dimension=%d]".formatted(axis),
        List.of(keys, values),
        v -> Lax.sortKeyVal(v.get(0), v.get(1), axis));
  }

  private static @Nullable Drawn topK(ProgramGenerator g) {
    int x = g.value(v -> isOrdered(v) && v.dim(-1) > 0 && v.dtype() != DType.BOOL);
    if (x < 0) {
      return null;
    }
    int k = g.random.nextInt(1, g.sample(x).dim(-1) + 1);
    return Leaves.leaf(
        "top_k", "top_k[k=%d]".formatted(k), List.of(x), v -> Lax.topK(v.getFirst(), k));
  }
}

package io.cambric.programs;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.programs.StepGenerator.Drawn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows of functions that combine elements of an array: reductions, products, windows; random. */
final class ContractionSteps {

  private ContractionSteps() {}

  /** A reduction over axes. */
  interface Reduction {
    Array apply(Array x, Axes axes);
  }

  /** A function along an axis, forwards or in reverse. */
  interface Running {
    Array apply(Array x, int axis, boolean reverse);
  }

  static List<StepGenerator> rows() {
    Predicate<NdArray> number = x -> x.dtype() != DType.BOOL;
    Predicate<NdArray> bits = x -> !x.dtype().isFloating();
    return List.of(
        reduction("reduce_sum", number, Lax::reduceSum),
        reduction("reduce_sum", number, Lax::reduceSum),
        reduction("reduce_prod", x -> x.dtype().isFloating(), Lax::reduceProd),
        reduction("reduce_max", ContractionSteps::isOrdered, Lax::reduceMax),
        reduction("reduce_min", ContractionSteps::isOrdered, Lax::reduceMin),
        reduction("reduce_and", bits, Lax::reduceAnd),
        reduction("reduce_or", bits, Lax::reduceOr),
        reduction("reduce_xor", bits, Lax::reduceXor),
        running("cumsum", number, Lax::cumsum),
        running("cumprod", x -> x.dtype().isFloating(), Lax::cumprod),
        running("cummax", ContractionSteps::isOrdered, Lax::cummax),
        running("cummin", ContractionSteps::isOrdered, Lax::cummin),
        running("cumlogsumexp", x -> x.dtype().isFloating(), Lax::cumlogsumexp),
        running("argmax", ContractionSteps::isOrdered, (x, axis, _) -> arg(x, axis, true)),
        running("argmin", ContractionSteps::isOrdered, (x, axis, _) -> arg(x, axis, false)),
        new StepGenerator("dot_general", ContractionSteps::dot),
        new StepGenerator("dot_general", ContractionSteps::dot),
        new StepGenerator("conv_general_dilated", ContractionSteps::conv),
        new StepGenerator("reduce_window", ContractionSteps::window),
        new StepGenerator("random_uniform", ContractionSteps::uniform));
  }

  private static boolean isOrdered(NdArray x) {
    return x.dtype() != DType.BOOL && (!x.dtype().isFloating() || Leaves.areDistinct(x));
  }

  private static Array arg(Array x, int axis, boolean max) {
    return max ? Lax.argmax(x, axis, DType.I32) : Lax.argmin(x, axis, DType.I32);
  }

  static StepGenerator reduction(String row, Predicate<NdArray> condition, Reduction function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(v -> v.rank() > 0 && v.size() > 0 && condition.test(v));
          if (x < 0) {
            return null;
          }
          var axes = ShapeSteps.some(g, g.sample(x).rank());
          return Leaves.unary(row, row + axes, x, v -> function.apply(v, axes));
        });
  }

  static StepGenerator running(String row, Predicate<NdArray> condition, Running function) {
    return new StepGenerator(
        row,
        g -> {
          int x = g.value(v -> v.rank() > 0 && v.size() > 0 && condition.test(v));
          if (x < 0) {
            return null;
          }
          int axis = g.random.nextInt(g.sample(x).rank());
          boolean reverse = g.random.nextBoolean();
          return Leaves.unary(
              row,
              "%s[axis=%d reverse=%s]".formatted(row, axis, reverse),
              x,
              v -> function.apply(v, axis, reverse));
        });
  }

  static @Nullable Drawn dot(ProgramGenerator g) {
    int x = g.value(v -> v.dtype() != DType.BOOL);
    if (x < 0) {
      return null;
    }
    int y = g.value(v -> v.dtype() == g.sample(x).dtype());
    var dims = dims(g, g.sample(x).shape(), g.sample(y).shape());
    return Leaves.binary(
        "dot_general", "dot_general" + dims, x, y, (a, b) -> Lax.dotGeneral(a, b, dims));
  }

  private static DotDims dims(ProgramGenerator g, Shape x, Shape y) {
    var lhs = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
    var rhs = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
    var taken = new boolean[y.rank()];
    for (int i = 0; i < x.rank(); i++) {
      for (int j = 0; j < y.rank(); j++) {
        if (!taken[j] && x.dim(i) == y.dim(j) && g.random.nextInt(3) > 0) {
          int role = g.random.nextInt(2);
          lhs.get(role).add(i);
          rhs.get(role).add(j);
          taken[j] = true;
          break;
        }
      }
    }
    return new DotDims(axes(lhs.get(0)), axes(rhs.get(0)), axes(lhs.get(1)), axes(rhs.get(1)));
  }

  private static Axes axes(List<Integer> list) {
    return Axes.of(list.stream().mapToInt(Integer::intValue).toArray());
  }

  /** An image of one value and a kernel of another, cut and repeated to fit. */
  private static @Nullable Drawn conv(ProgramGenerator g) {
    int x = g.floating();
    int y = x < 0 ? -1 : g.value(v -> v.dtype() == g.sample(x).dtype());
    if (y < 0) {
      return null;
    }
    var image = Shape.of(1, g.random.nextInt(2, 5), g.random.nextInt(2, 5), 2);
    var kernel = Shape.of(g.random.nextInt(1, 3), g.random.nextInt(1, 3), 2, 3);
    var strides = Axes.of(g.random.nextInt(1, 3), g.random.nextInt(1, 3));
    var dilation = Axes.of(1, g.random.nextInt(1, 3));
    var padding = g.pick(List.of(Padding.SAME, Padding.VALID, Padding.SAME_LOWER));
    return Leaves.binary(
        "conv_general_dilated",
        "conv_general_dilated[%s %s strides=%s dilation=%s %s]"
            .formatted(image, kernel, strides, dilation, padding),
        x,
        y,
        (a, b) ->
            Lax.convGeneralDilated(
                fitted(a, image),
                fitted(b, kernel),
                strides,
                padding,
                dilation,
                Axes.of(1, 1),
                ConvDims.of("NHWC", "HWIO", "NHWC"),
                1,
                1));
  }

  /** {@return the elements of x in another shape, the first left over or 0.5 where none are} */
  static Array fitted(Array x, Shape shape) {
    var flat = Lax.reshape(x, Shape.of(x.size()));
    var missing = Axes.of(shape.size() - x.size());
    var fill = NdArray.scalar(x.dtype(), x.dtype().isFloating() ? 0.5 : 0);
    return Lax.reshape(Lax.pad(flat, fill, Axes.of(0), missing, Axes.of(0)), shape);
  }

  private static @Nullable Drawn window(ProgramGenerator g) {
    int x = g.value(v -> v.rank() > 0 && v.size() > 0 && isOrdered(v) && v.dtype().isFloating());
    if (x < 0) {
      return null;
    }
    int rank = g.sample(x).rank();
    int[] sizes = new int[rank];
    int[] strides = new int[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = g.random.nextInt(1, Math.min(3, g.sample(x).dim(i)) + 1);
      strides[i] = g.random.nextInt(1, 3);
    }
    var one = Axes.filled(rank, 1);
    var padding = g.pick(List.of(Padding.SAME, Padding.VALID));
    int kind = g.random.nextInt(3);
    return Leaves.unary(
        "reduce_window",
        "reduce_window[%s %s %s %s]"
            .formatted(
                List.of("sum", "max", "min").get(kind), Axes.of(sizes), Axes.of(strides), padding),
        x,
        v ->
            switch (kind) {
              case 0 -> Lax.reduceWindowSum(v, Axes.of(sizes), Axes.of(strides), padding, one, one);
              case 1 -> Lax.reduceWindowMax(v, Axes.of(sizes), Axes.of(strides), padding, one, one);
              default ->
                  Lax.reduceWindowMin(v, Axes.of(sizes), Axes.of(strides), padding, one, one);
            });
  }

  private static @Nullable Drawn uniform(ProgramGenerator g) {
    var shape = Shape.of(g.random.nextInt(1, 5));
    var dtype = g.floatingDtype();
    long seed = g.random.nextInt(100);
    return Leaves.leaf(
        "random_uniform",
        "random.uniform[%d %s %s]".formatted(seed, dtype, shape),
        List.of(),
        _ -> List.of(Random.uniform(Key.of(seed), shape, dtype)));
  }
}

package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.KnownLengths;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values of lengths, and the masks of the elements before the padding. */
public final class RaggedSizes {

  private RaggedSizes() {}

  /** {@return the value of a length, an i32 scalar} */
  public static Array value(KnownLengths lengths, Length length) {
    return lengths.once(length, () -> compute(lengths, length));
  }

  private static Array compute(KnownLengths lengths, Length length) {
    return switch (length) {
      case Length.Root root -> lengths.value(root);
      case Length.Less(var of, int by) ->
          BinaryOps.max(BinaryOps.sub(value(lengths, of), constant(by)), constant(0));
      case Length.More(var of, int by) -> BinaryOps.add(value(lengths, of), constant(by));
      case Length.Times(var of, int by) -> BinaryOps.mul(value(lengths, of), constant(by));
      case Length.Strided(var of, int by) ->
          BinaryOps.div(BinaryOps.add(value(lengths, of), constant(by - 1)), constant(by));
      case Length.Sum(var a, var b) -> BinaryOps.add(value(lengths, a), value(lengths, b));
    };
  }

  /** {@return the size of an axis as a value: its length, or its size without padding} */
  public static Array size(KnownLengths lengths, Padded x, int axis) {
    var length = x.length(axis);
    return length == null ? constant(x.value().dim(axis)) : value(lengths, length);
  }

  /** {@return an i32 scalar} */
  public static NdArray constant(int value) {
    return NdArray.scalar(DType.I32, value);
  }

  /**
   * {@return the number that stands in a program where it has one value and its twin another}
   *
   * <p>It is a product of lengths, a length plus or minus an integer, or the reciprocal of these.
   *
   * @throws ShapeException if it is none of these
   */
  public static Array number(KnownLengths lengths, ShapedArray type, double value, double twin) {
    var known = integer(lengths, value, twin);
    if (known != null) {
      return convert(known, type);
    }
    double inverse = 1 / value;
    double inverseTwin = 1 / twin;
    if (type.dtype().isFloating() && isNear(inverse) && isNear(inverseTwin)) {
      var reciprocal = integer(lengths, Math.rint(inverse), Math.rint(inverseTwin));
      if (reciprocal != null) {
        return BinaryOps.div(NdArray.scalar(type, 1), convert(reciprocal, type));
      }
    }
    throw new ShapeException(
        "ragged needs numbers that are sizes, or sizes plus an integer, but at %s a number depends on a ragged size in another way: it is %s, and %s for other sizes. Compute it by operations from the size as an array."
            .formatted(Source.capture(), value, twin));
  }

  private static boolean isNear(double value) {
    return Double.isFinite(value)
        && Math.abs(value - Math.rint(value)) <= 1e-6 * Math.abs(value)
        && Math.rint(value) != 0;
  }

  private static @Nullable Array integer(KnownLengths lengths, double value, double twin) {
    if (value != Math.rint(value) || twin != Math.rint(twin)) {
      return null;
    }
    // A product of the lengths of arguments: the number of elements of several axes.
    var roots = lengths.roots();
    for (int subset = 1; subset < 1 << Math.min(roots.size(), 6); subset++) {
      double size = 1;
      double other = 1;
      Array product = null;
      for (int i = 0; i < roots.size(); i++) {
        if ((subset >> i & 1) == 1) {
          size *= roots.get(i).size();
          other *= roots.get(i).twin();
          var each = lengths.value(roots.get(i));
          product = product == null ? each : BinaryOps.mul(product, each);
        }
      }
      double times = size == 0 ? 0 : value / size;
      if (product != null && times > 0 && times == Math.rint(times) && times * other == twin) {
        return times == 1 ? product : BinaryOps.mul(product, constant((int) times));
      }
    }
    for (var root : roots) {
      if (value - root.size() == twin - root.twin()) {
        return BinaryOps.add(lengths.value(root), constant((int) (value - root.size())));
      }
    }
    var found = value > 0 && twin > 0 ? lengths.find((int) value, (int) twin) : null;
    return found == null ? null : value(lengths, found);
  }

  private static Array convert(Array value, ShapedArray type) {
    return Trace.bind(new ConvertElementType(type.dtype(), type.weak()), value);
  }

  /**
   * {@return whether each element lies before the padding of these axes, for a whole shape; {@code
   * null} if none has padding}
   */
  static @Nullable Array mask(KnownLengths lengths, Shape shape, List<@Nullable Length> along) {
    record Key(Shape shape, List<@Nullable Length> along) {}
    if (along.stream().allMatch(Objects::isNull)) {
      return null;
    }
    return lengths.once(
        new Key(shape, new ArrayList<>(along)), () -> computeMask(lengths, shape, along));
  }

  private static Array computeMask(
      KnownLengths lengths, Shape shape, List<@Nullable Length> along) {
    Array all = null;
    for (int axis = 0; axis < along.size(); axis++) {
      var length = along.get(axis);
      if (length != null) {
        var line = BinaryOps.lt(ShapeOps.iota(DType.I32, shape.dim(axis)), value(lengths, length));
        var inside = ShapeOps.broadcastInDim(line, shape, Axes.of(axis));
        all = all == null ? inside : BinaryOps.bitwiseAnd(all, inside);
      }
    }
    return Objects.requireNonNull(all);
  }

  /** {@return the array with another value in the padding of all its axes} */
  public static Array fill(KnownLengths lengths, Padded x, double value) {
    return fill(lengths, x, Axes.range(0, x.rank()), value);
  }

  /** {@return the array with another value in the padding of some axes} */
  static Array fill(KnownLengths lengths, Padded x, Axes axes, double value) {
    var along = new ArrayList<@Nullable Length>();
    for (int axis = 0; axis < x.rank(); axis++) {
      along.add(axes.contains(axis) ? x.length(axis) : null);
    }
    var mask = mask(lengths, x.value().shape(), along);
    return mask == null
        ? x.value()
        : BinaryOps.select(
            mask, x.value(), NdArray.scalar(x.value().aval().withShape(Shape.scalar()), value));
  }
}

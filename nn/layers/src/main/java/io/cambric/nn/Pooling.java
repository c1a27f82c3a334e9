package io.cambric.nn;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;

/**
 * Reductions of windows that slide over the axes between batch and channels.
 *
 * <p>Shapes: {@code [batch..., spatial..., channels] -> [batch..., spatial'..., channels]}, with
 * any number of batch axes, including none; there are as many spatial axes as window sizes. Strides
 * are one number for each, one for all, or none for ones.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#pooling">flax.linen
 *     pooling</a>
 */
public final class Pooling {

  private Pooling() {}

  /**
   * {@return the largest element of each window; windows lie inside the input, one element apart}
   */
  public static Array maxPool(Array x, List<Integer> window) {
    return maxPool(x, window, List.of());
  }

  /** {@return the largest element of each window; windows lie inside the input} */
  public static Array maxPool(Array x, List<Integer> window, List<Integer> strides) {
    return maxPool(x, window, strides, Padding.VALID);
  }

  /** {@return the largest element of each window; the gradient goes to one of the largest} */
  public static Array maxPool(
      Array x, List<Integer> window, List<Integer> strides, Padding padding) {
    return extreme("max_pool", Lax::reduceWindowMax, x, window, strides, padding);
  }

  /**
   * {@return the smallest element of each window; windows lie inside the input, one element apart}
   */
  public static Array minPool(Array x, List<Integer> window) {
    return minPool(x, window, List.of());
  }

  /** {@return the smallest element of each window; windows lie inside the input} */
  public static Array minPool(Array x, List<Integer> window, List<Integer> strides) {
    return minPool(x, window, strides, Padding.VALID);
  }

  /** {@return the smallest element of each window; the gradient goes to one of the smallest} */
  public static Array minPool(
      Array x, List<Integer> window, List<Integer> strides, Padding padding) {
    return extreme("min_pool", Lax::reduceWindowMin, x, window, strides, padding);
  }

  /** {@return the mean of each window; windows lie inside the input, one element apart} */
  public static Array avgPool(Array x, List<Integer> window) {
    return avgPool(x, window, List.of());
  }

  /** {@return the mean of each window; windows lie inside the input} */
  public static Array avgPool(Array x, List<Integer> window, List<Integer> strides) {
    return avgPool(x, window, strides, Padding.VALID, true);
  }

  /**
   * {@return the mean of each window}
   *
   * @param padding the values around the input
   * @param countIncludePad whether padding counts among the elements of a window
   */
  public static Array avgPool(
      Array x,
      List<Integer> window,
      List<Integer> strides,
      Padding padding,
      boolean countIncludePad) {
    var sums = reduce("avg_pool", Lax::reduceWindowSum, x, window, strides, padding);
    if (countIncludePad) {
      return sums.div(window.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b));
    }
    var spatial = x.shape().slice(x.rank() - 1 - window.size(), x.rank() - 1);
    var ones = Lax.full(new ShapedArray(spatial.concat(Shape.of(1)), sums.dtype()), 1);
    return sums.div(reduce("avg_pool", Lax::reduceWindowSum, ones, window, strides, padding));
  }

  /**
   * {@return a reduction of each window, for functions that have no pooling of their own}
   *
   * <p>Runs once for each element of the window, over all windows together; elements are combined
   * in row-major order.
   *
   * @param init value of the padding, neutral in the reduction
   * @param reduction of two arrays, element by element
   * @param window size along each spatial axis, in elements
   * @param strides steps between windows, in elements
   * @param padding the values around the input
   */
  public static Array pool(
      Array x,
      double init,
      ArrayFn2 reduction,
      List<Integer> window,
      List<Integer> strides,
      Padding padding) {
    return WindowShape.of("pool", x, window, strides, padding).pool(x, init, reduction);
  }

  /** {@return a largest or smallest element; of bools, true is larger than false} */
  private static Array extreme(
      String name,
      Reduction reduction,
      Array x,
      List<Integer> window,
      List<Integer> strides,
      Padding padding) {
    var ordered = x.dtype() == DType.BOOL ? x.astype(DType.U8) : x;
    return reduce(name, reduction, ordered, window, strides, padding).astype(x.dtype());
  }

  private static Array reduce(
      String name,
      Reduction reduction,
      Array x,
      List<Integer> window,
      List<Integer> strides,
      Padding padding) {
    var shape = WindowShape.of(name, x, window, strides, padding);
    var ones = Axes.filled(x.rank(), 1);
    return reduction.apply(x, shape.window(), shape.strides(), shape.padding(), ones, ones);
  }

  /** A reduction of windows, in the form of {@code lax}. */
  private interface Reduction {
    Array apply(
        Array x,
        Axes window,
        Axes strides,
        io.cambric.lax.dims.Padding padding,
        Axes baseDilation,
        Axes windowDilation);
  }
}

package io.cambric.lax;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;

/**
 * The operations as functions, with the names and the strictness of {@code jax.lax}: operands have one
 * dtype and one shape, or are scalars. Promotion and broadcasting are in {@code Numpy}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.lax.html">jax.lax</a>
 */
public final class Lax {

  private Lax() {}

  /** {@return x + y} */
  public static Array add(Array x, Array y) {
    return Trace.bind(new Add(), x, y);
  }

  /** {@return x - y} */
  public static Array sub(Array x, Array y) {
    return Trace.bind(new Sub(), x, y);
  }

  /** {@return x * y} */
  public static Array mul(Array x, Array y) {
    return Trace.bind(new Mul(), x, y);
  }

  /** {@return x / y; integers truncate} */
  public static Array div(Array x, Array y) {
    return Trace.bind(new Div(), x, y);
  }

  /** {@return -x} */
  public static Array neg(Array x) {
    return Trace.bind(new Neg(), x);
  }

  /** {@return e to the power of x} */
  public static Array exp(Array x) {
    return Trace.bind(new Exp(), x);
  }

  /** {@return x to a fixed integer power} */
  public static Array integerPow(Array x, int y) {
    return Trace.bind(new IntegerPow(y), x);
  }

  /** {@return the larger of x and y} */
  public static Array max(Array x, Array y) {
    return Trace.bind(new Max(), x, y);
  }

  /** {@return the smaller of x and y} */
  public static Array min(Array x, Array y) {
    return Trace.bind(new Min(), x, y);
  }

  /** {@return where x equals y} */
  public static Array eq(Array x, Array y) {
    return compare(ScalarOp.EQ, x, y);
  }

  /** {@return where x differs from y} */
  public static Array ne(Array x, Array y) {
    return compare(ScalarOp.NE, x, y);
  }

  /** {@return where x is less than y} */
  public static Array lt(Array x, Array y) {
    return compare(ScalarOp.LT, x, y);
  }

  /** {@return where x is at most y} */
  public static Array le(Array x, Array y) {
    return compare(ScalarOp.LE, x, y);
  }

  /** {@return where x is greater than y} */
  public static Array gt(Array x, Array y) {
    return compare(ScalarOp.GT, x, y);
  }

  /** {@return where x is at least y} */
  public static Array ge(Array x, Array y) {
    return compare(ScalarOp.GE, x, y);
  }

  private static Array compare(ScalarOp comparison, Array x, Array y) {
    return Trace.bind(new Compare(comparison), x, y);
  }

  /** {@return {@code onTrue} where the predicate is true, else {@code onFalse}} */
  public static Array select(Array predicate, Array onTrue, Array onFalse) {
    return Trace.bind(new SelectN(), predicate, onFalse, onTrue);
  }

  /** {@return x in another dtype} */
  public static Array convertElementType(Array x, DType dtype) {
    return convertElementType(x, dtype, false);
  }

  /** {@return x in another dtype, perhaps weakly typed; x itself if it has it already} */
  public static Array convertElementType(Array x, DType dtype, boolean weak) {
    return x.dtype() == dtype && x.aval().weak() == weak
        ? x
        : Trace.bind(new ConvertElementType(dtype, weak), x);
  }

  /** {@return x repeated along new and stretched axes; x itself if nothing is} */
  public static Array broadcastInDim(Array x, Shape shape, Axes broadcastDimensions) {
    return x.shape().equals(shape) && broadcastDimensions.isIdentity()
        ? x
        : Trace.bind(new BroadcastInDim(shape, broadcastDimensions), x);
  }

  /** {@return the elements of x in another shape; x itself if it has it already} */
  public static Array reshape(Array x, Shape shape) {
    return x.shape().equals(shape) ? x : Trace.bind(new Reshape(shape), x);
  }

  /** {@return x with its axes in another order; x itself if they are in it already} */
  public static Array transpose(Array x, Axes permutation) {
    return permutation.size() == x.rank() && permutation.isIdentity()
        ? x
        : Trace.bind(new Transpose(permutation), x);
  }

  /** {@return the sum over axes; x itself if there are none} */
  public static Array reduceSum(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceSum(axes), x);
  }

  /** {@return the largest element over axes} */
  public static Array reduceMax(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceMax(ReduceOp.MAX, axes), x);
  }

  /** {@return the smallest element over axes} */
  public static Array reduceMin(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceMax(ReduceOp.MIN, axes), x);
  }

  /** {@return products summed over contracted axes} */
  public static Array dotGeneral(Array lhs, Array rhs, DotDims dims) {
    return Trace.bind(new DotGeneral(dims), lhs, rhs);
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
}

package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;

/** The reductions and running reductions. */
public final class ReductionOps {

  private ReductionOps() {}

  /** {@return the sum over axes; x itself if there are none} */
  public static Array reduceSum(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceSum(axes), x);
  }

  /** {@return the product over axes; x itself if there are none} */
  public static Array reduceProd(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceProd(axes), x);
  }

  /** {@return the largest element over axes} */
  public static Array reduceMax(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceMax(ReduceOp.MAX, axes), x);
  }

  /** {@return the smallest element over axes} */
  public static Array reduceMin(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceMax(ReduceOp.MIN, axes), x);
  }

  /** {@return the bitwise and over axes; for bool, whether all elements are true} */
  public static Array reduceAnd(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceBits(ReduceOp.AND, axes), x);
  }

  /** {@return the bitwise or over axes; for bool, whether any element is true} */
  public static Array reduceOr(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceBits(ReduceOp.OR, axes), x);
  }

  /** {@return the bitwise exclusive or over axes} */
  public static Array reduceXor(Array x, Axes axes) {
    return axes.size() == 0 ? x : Trace.bind(new ReduceBits(ReduceOp.XOR, axes), x);
  }

  /** {@return the index of the largest element along an axis} */
  public static Array argmax(Array x, int axis, DType indexDtype) {
    return argReduce(ReduceOp.MAX, x, axis, indexDtype);
  }

  /** {@return the index of the smallest element along an axis} */
  public static Array argmin(Array x, int axis, DType indexDtype) {
    return argReduce(ReduceOp.MIN, x, axis, indexDtype);
  }

  private static Array argReduce(ReduceOp op, Array x, int axis, DType indexDtype) {
    int along = Axes.normalize(axis, x.rank(), op == ReduceOp.MAX ? "argmax" : "argmin");
    return Trace.bind(new ArgReduce(op, along, indexDtype), x);
  }

  /** {@return the running sum along an axis} */
  public static Array cumsum(Array x, int axis, boolean reverse) {
    return cumulative(CumulativeKind.SUM, x, axis, reverse);
  }

  /** {@return the running product along an axis} */
  public static Array cumprod(Array x, int axis, boolean reverse) {
    return cumulative(CumulativeKind.PROD, x, axis, reverse);
  }

  /** {@return the running maximum along an axis} */
  public static Array cummax(Array x, int axis, boolean reverse) {
    return cumulative(CumulativeKind.MAX, x, axis, reverse);
  }

  /** {@return the running minimum along an axis} */
  public static Array cummin(Array x, int axis, boolean reverse) {
    return cumulative(CumulativeKind.MIN, x, axis, reverse);
  }

  /** {@return the running logarithm of the sum of exponentials along an axis} */
  public static Array cumlogsumexp(Array x, int axis, boolean reverse) {
    return cumulative(CumulativeKind.LOG_SUM_EXP, x, axis, reverse);
  }

  private static Array cumulative(CumulativeKind kind, Array x, int axis, boolean reverse) {
    int along = Axes.normalize(axis, x.rank(), kind.primitive());
    return Trace.bind(new Cumulative(kind, along, reverse), x);
  }
}

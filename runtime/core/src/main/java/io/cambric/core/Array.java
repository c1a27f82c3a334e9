package io.cambric.core;

import com.google.errorprone.annotations.CheckReturnValue;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ArrayMethods.Along;
import io.cambric.core.ArrayMethods.Bitwise;
import io.cambric.core.ArrayMethods.Comparison;
import io.cambric.core.ArrayMethods.Reduction;
import io.cambric.core.ArrayMethods.ReductionOptions;
import io.cambric.core.ArrayMethods.Unary;
import io.cambric.errors.ConcretizationException;
import io.cambric.tree.ArrayLeaf;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An n-dimensional array: a concrete array ({@link NdArray}), or a tracer of an array inside a
 * transformation ({@link Tracer}). Immutable.
 *
 * <p>The methods here are the common ones; {@code io.cambric.numpy.Numpy} has all. Binary methods
 * broadcast and promote as {@code jax.numpy} does with 64-bit mode off. A Java number takes the
 * dtype of the array. With an integer array and a number with a fraction the result is floating.
 *
 * {@snippet :
 * Array y = x.matmul(kernel).add(bias);
 * Array centred = y.sub(y.mean(0));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.Array.html">jax.Array</a>
 */
@CheckReturnValue
public sealed interface Array extends ArrayLeaf permits NdArray, Tracer {

  /** {@return shape, dtype and weak flag} */
  ShapedArray aval();

  /** {@return the sizes along the axes} */
  default Shape shape() {
    return aval().shape();
  }

  /** {@return the element type} */
  default DType dtype() {
    return aval().dtype();
  }

  /** {@return the number of axes} */
  default int rank() {
    return aval().shape().rank();
  }

  /** {@return the number of elements} */
  default int size() {
    return aval().shape().size();
  }

  /**
   * {@return the size along an axis}
   *
   * @param axis from 0, or negative to count from the last
   */
  default int dim(int axis) {
    return aval().shape().dim(axis);
  }

  /**
   * {@return the values behind this array}
   *
   * @param what names the use in the message, such as {@code item()}
   * @throws ConcretizationException if this is a tracer without values
   */
  NdArray concrete(String what);

  /**
   * Deletes this array, so that the next results of its size reuse its memory. This memory is still
   * in the caches of the processor, unlike new memory, so operations on large arrays run faster.
   *
   * <p>Every later use of this array is an error. Views of it, other arrays with the same elements
   * and saves in progress keep the memory until they end. An array that another thread has read
   * keeps its memory, too. A second call does nothing. An argument that a function under jit
   * returns unchanged becomes another array.
   *
   * @throws ConcretizationException if this is a tracer without values
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.Array.delete.html">jax.Array</a>
   */
  default void delete() {
    concrete("delete()").delete();
  }

  /**
   * {@return whether this array was deleted or donated, and has no elements any more}
   *
   * @throws ConcretizationException if this is a tracer without values
   */
  default boolean isDeleted() {
    return concrete("isDeleted()").isDeleted();
  }

  /** {@return the value of an array of one element} */
  default double item() {
    return concrete("item()").scalarValue("item()");
  }

  /** {@return whether the one element of this array is true (nonzero)} */
  @Override
  default boolean toBoolean() {
    return concrete("toBoolean()").scalarValue("toBoolean()") != 0;
  }

  /** {@return the elements in row-major order, converted to f32} */
  default float[] toFloats() {
    return concrete("toFloats()").copyToFloats();
  }

  /**
   * {@return the elements in row-major order, as 32-bit integers: wider integers truncated,
   * floating numbers saturated}
   */
  default int[] toInts() {
    return concrete("toInts()").copyToInts();
  }

  /** {@return this + other} */
  default Array add(Array other) {
    return ArrayMethods.get().add(this, other);
  }

  /** {@return this + number, in the dtype of this} */
  default Array add(double number) {
    return ArrayMethods.get().add(this, ArrayMethods.get().number(this, number));
  }

  /** {@return this - other} */
  default Array sub(Array other) {
    return ArrayMethods.get().sub(this, other);
  }

  /** {@return this - number, in the dtype of this} */
  default Array sub(double number) {
    return ArrayMethods.get().sub(this, ArrayMethods.get().number(this, number));
  }

  /** {@return this * other, element by element} */
  default Array mul(Array other) {
    return ArrayMethods.get().mul(this, other);
  }

  /** {@return this * number, in the dtype of this} */
  default Array mul(double number) {
    return ArrayMethods.get().mul(this, ArrayMethods.get().number(this, number));
  }

  /** {@return the true quotient; integers become f32} */
  default Array div(Array other) {
    return ArrayMethods.get().div(this, other);
  }

  /** {@return this / number} */
  default Array div(double number) {
    return ArrayMethods.get().div(this, ArrayMethods.get().number(this, number));
  }

  /** {@return the remainder with the sign of the divisor, as {@code jnp.mod}} */
  default Array mod(Array other) {
    return ArrayMethods.get().mod(this, other);
  }

  /** {@return the remainder by a number, with its sign} */
  default Array mod(double number) {
    return mod(ArrayMethods.get().number(this, number));
  }

  /** {@return this raised to an array of exponents} */
  default Array pow(Array exponent) {
    return ArrayMethods.get().pow(this, exponent);
  }

  /** {@return this raised to a number; whole numbers by repeated multiplication} */
  default Array pow(double exponent) {
    return ArrayMethods.get().pow(this, exponent);
  }

  /** {@return -this} */
  default Array neg() {
    return ArrayMethods.get().unary(Unary.NEG, this);
  }

  /** {@return the absolute value} */
  default Array abs() {
    return ArrayMethods.get().unary(Unary.ABS, this);
  }

  /** {@return e to the power of this} */
  default Array exp() {
    return ArrayMethods.get().unary(Unary.EXP, this);
  }

  /** {@return the natural logarithm} */
  default Array log() {
    return ArrayMethods.get().unary(Unary.LOG, this);
  }

  /** {@return the square root} */
  default Array sqrt() {
    return ArrayMethods.get().unary(Unary.SQRT, this);
  }

  /** {@return this * this} */
  default Array square() {
    return ArrayMethods.get().unary(Unary.SQUARE, this);
  }

  /** {@return the hyperbolic tangent} */
  default Array tanh() {
    return ArrayMethods.get().unary(Unary.TANH, this);
  }

  /** {@return the sine, of radians} */
  default Array sin() {
    return ArrayMethods.get().unary(Unary.SIN, this);
  }

  /** {@return the cosine, of radians} */
  default Array cos() {
    return ArrayMethods.get().unary(Unary.COS, this);
  }

  /** {@return the nearest whole number, with ties to even} */
  default Array round() {
    return ArrayMethods.get().unary(Unary.ROUND, this);
  }

  /** {@return this clipped to the range between two numbers} */
  default Array clip(double low, double high) {
    return ArrayMethods.get().clip(this, low, high);
  }

  /** {@return whether this equals other, elementwise, as bool} */
  default Array eq(Array other) {
    return ArrayMethods.get().compare(Comparison.EQ, this, other);
  }

  /** {@return whether this equals a number, elementwise} */
  default Array eq(double number) {
    return ArrayMethods.get().compare(Comparison.EQ, this, ArrayMethods.get().number(this, number));
  }

  /** {@return whether this differs from other, elementwise} */
  default Array ne(Array other) {
    return ArrayMethods.get().compare(Comparison.NE, this, other);
  }

  /** {@return whether this differs from a number, elementwise} */
  default Array ne(double number) {
    return ArrayMethods.get().compare(Comparison.NE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return whether this is less than other, elementwise} */
  default Array lt(Array other) {
    return ArrayMethods.get().compare(Comparison.LT, this, other);
  }

  /** {@return whether this is less than a number, elementwise} */
  default Array lt(double number) {
    return ArrayMethods.get().compare(Comparison.LT, this, ArrayMethods.get().number(this, number));
  }

  /** {@return whether this is at most other, elementwise} */
  default Array le(Array other) {
    return ArrayMethods.get().compare(Comparison.LE, this, other);
  }

  /** {@return whether this is at most a number, elementwise} */
  default Array le(double number) {
    return ArrayMethods.get().compare(Comparison.LE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return whether this is greater than other, elementwise} */
  default Array gt(Array other) {
    return ArrayMethods.get().compare(Comparison.GT, this, other);
  }

  /** {@return whether this is greater than a number, elementwise} */
  default Array gt(double number) {
    return ArrayMethods.get().compare(Comparison.GT, this, ArrayMethods.get().number(this, number));
  }

  /** {@return whether this is at least other, elementwise} */
  default Array ge(Array other) {
    return ArrayMethods.get().compare(Comparison.GE, this, other);
  }

  /** {@return whether this is at least a number, elementwise} */
  default Array ge(double number) {
    return ArrayMethods.get().compare(Comparison.GE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return the logical and of bools, or the bitwise and of integers: Python's {@code &}} */
  default Array and(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.AND, this, other);
  }

  /** {@return the logical or of bools, or the bitwise or of integers: Python's {@code |}} */
  default Array or(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.OR, this, other);
  }

  /** {@return the exclusive or of bools, or of the bits of integers: Python's {@code ^}} */
  default Array xor(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.XOR, this, other);
  }

  /** {@return the logical not of bools, or all bits inverted: Python's {@code ~}} */
  default Array not() {
    return ArrayMethods.get().unary(Unary.NOT, this);
  }

  /** {@return the sum of products over the last axis of this and the last but one of other} */
  default Array dot(Array other) {
    return ArrayMethods.get().dot(this, other);
  }

  /** {@return the matrix product over the last axis of this, batched as {@code jnp.matmul}} */
  default Array matmul(Array other) {
    return ArrayMethods.get().matmul(this, other);
  }

  /** {@return this with its axes in another order; without arguments all axes are reversed} */
  default Array transpose(int... permutation) {
    return ArrayMethods.get().transpose(this, permutation);
  }

  /**
   * {@return the same elements in another shape}
   *
   * @param dims the new sizes; one of them may be -1 and is found from the others
   */
  default Array reshape(int... dims) {
    return ArrayMethods.get().reshape(this, dims);
  }

  /** {@return the same elements in another shape} */
  default Array reshape(Shape shape) {
    return ArrayMethods.get().reshape(this, shape.toArray());
  }

  /** {@return the elements in one row} */
  default Array ravel() {
    return ArrayMethods.get().reshape(this, -1);
  }

  /** {@return this without axes of size 1: the given ones, or all} */
  default Array squeeze(int... axes) {
    return ArrayMethods.get().squeeze(this, axes);
  }

  /** {@return this with two axes exchanged} */
  default Array swapaxes(int axis1, int axis2) {
    return ArrayMethods.get().swapaxes(this, axis1, axis2);
  }

  /** {@return this with a new axis of size 1 at a position} */
  default Array expandDims(int axis) {
    return ArrayMethods.get().expandDims(this, axis);
  }

  /** {@return this repeated along new and stretched axes} */
  default Array broadcastTo(Shape shape) {
    return ArrayMethods.get().broadcastTo(this, shape);
  }

  /** {@return this converted; floating to integer saturates} */
  default Array astype(DType dtype) {
    return ArrayMethods.get().astype(this, dtype);
  }

  private Array reduce(Reduction reduction, ReductionOptions options) {
    return ArrayMethods.get().reduce(reduction, this, options);
  }

  /** {@return the sum over the given axes, or over all} */
  default Array sum(int... axes) {
    return ArrayMethods.get().reduce(Reduction.SUM, this, axes, false);
  }

  /** {@return the mean over the given axes, or over all} */
  default Array mean(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MEAN, this, axes, false);
  }

  /** {@return the largest element over the given axes, or over all} */
  default Array max(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MAX, this, axes, false);
  }

  /** {@return the smallest element over the given axes, or over all} */
  default Array min(int... axes) {
    return ArrayMethods.get().reduce(Reduction.MIN, this, axes, false);
  }

  /** {@return the product over the given axes, or over all} */
  default Array prod(int... axes) {
    return ArrayMethods.get().reduce(Reduction.PROD, this, axes, false);
  }

  /** {@return the position of the largest element of all, the first of equals; i32} */
  default Array argmax() {
    return ArrayMethods.get().along(Along.ARGMAX, this, null);
  }

  /** {@return the position of the largest element along an axis, the first of equals; i32} */
  default Array argmax(int axis) {
    return ArrayMethods.get().along(Along.ARGMAX, this, axis);
  }

  /** {@return the position of the smallest element of all, the first of equals; i32} */
  default Array argmin() {
    return ArrayMethods.get().along(Along.ARGMIN, this, null);
  }

  /** {@return the position of the smallest element along an axis, the first of equals; i32} */
  default Array argmin(int axis) {
    return ArrayMethods.get().along(Along.ARGMIN, this, axis);
  }

  /** {@return the variance over the given axes, or over all: the mean squared deviation} */
  default Array var(int... axes) {
    return ArrayMethods.get().reduce(Reduction.VAR, this, axes, false);
  }

  /** {@return the standard deviation over the given axes, or over all} */
  default Array std(int... axes) {
    return ArrayMethods.get().reduce(Reduction.STD, this, axes, false);
  }

  /** {@return the largest less the smallest element over the given axes, or over all} */
  default Array ptp(int... axes) {
    return ArrayMethods.get().reduce(Reduction.PTP, this, axes, false);
  }

  /** {@return whether all elements over the given axes, or over all, are true (nonzero)} */
  default Array all(int... axes) {
    return ArrayMethods.get().reduce(Reduction.ALL, this, axes, false);
  }

  /** {@return whether any element over the given axes, or over all, is true (nonzero)} */
  default Array any(int... axes) {
    return ArrayMethods.get().reduce(Reduction.ANY, this, axes, false);
  }

  /** {@return running sums of all elements in one row} */
  default Array cumsum() {
    return ArrayMethods.get().along(Along.CUMSUM, this, null);
  }

  /** {@return running sums along an axis} */
  default Array cumsum(int axis) {
    return ArrayMethods.get().along(Along.CUMSUM, this, axis);
  }

  /** {@return running sums along an axis, computed in a dtype} */
  default Array cumsum(int axis, DType dtype) {
    return astype(dtype).cumsum(axis);
  }

  /** {@return running products of all elements in one row} */
  default Array cumprod() {
    return ArrayMethods.get().along(Along.CUMPROD, this, null);
  }

  /** {@return running products along an axis} */
  default Array cumprod(int axis) {
    return ArrayMethods.get().along(Along.CUMPROD, this, axis);
  }

  /** {@return running products along an axis, computed in a dtype} */
  default Array cumprod(int axis, DType dtype) {
    return astype(dtype).cumprod(axis);
  }

  /** {@return the elements along the last axis in ascending order, NaN last} */
  default Array sort() {
    return sort(-1);
  }

  /** {@return the elements along an axis in ascending order, NaN last} */
  default Array sort(int axis) {
    return ArrayMethods.get().along(Along.SORT, this, axis);
  }

  /** {@return the indices that sort the elements along the last axis in ascending order; stable} */
  default Array argsort() {
    return argsort(-1);
  }

  /** {@return the indices that sort the elements along an axis in ascending order; stable} */
  default Array argsort(int axis) {
    return ArrayMethods.get().along(Along.ARGSORT, this, axis);
  }

  /**
   * {@return the sum over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array sum(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the mean over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array mean(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the largest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array max(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MAX, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array min(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.MIN, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the product over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array prod(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the variance over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array var(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the standard deviation over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array std(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return the largest less the smallest element over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array ptp(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.PTP, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return whether all elements are true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array all(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.ALL, new ReductionOptions(axes, keepDims));
  }

  /**
   * {@return whether any element is true over some axes}
   *
   * @param axes {@code null} for all
   * @param keepDims whether the axes stay, with size 1
   */
  default Array any(@Nullable Axes axes, boolean keepDims) {
    return reduce(Reduction.ANY, new ReductionOptions(axes, keepDims));
  }

  /** {@return the sum of the elements over some axes where a mask is true} */
  default Array sum(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the mean of the elements over some axes where a mask is true} */
  default Array mean(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the product of the elements over some axes where a mask is true} */
  default Array prod(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return whether all elements over some axes are true where a mask is true} */
  default Array all(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.ALL, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return whether any element over some axes is true where a mask is true} */
  default Array any(@Nullable Axes axes, boolean keepDims, Array where) {
    return reduce(Reduction.ANY, new ReductionOptions(axes, keepDims, where));
  }

  /** {@return the sum of a number and the elements over some axes where a mask is true} */
  default Array sum(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the product of a number and the elements over some axes where a mask is true} */
  default Array prod(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the largest of a number and the elements over some axes where a mask is true} */
  default Array max(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.MAX, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /** {@return the smallest of a number and the elements over some axes where a mask is true} */
  default Array min(@Nullable Axes axes, boolean keepDims, double initial, @Nullable Array where) {
    return reduce(Reduction.MIN, new ReductionOptions(axes, keepDims, where, null, initial, 0));
  }

  /**
   * {@return the variance of the elements over some axes where a mask is true}
   *
   * @param ddof subtracted from the number of elements in the divisor
   */
  default Array var(@Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims, where, null, null, ddof));
  }

  /**
   * {@return the standard deviation of the elements over some axes where a mask is true}
   *
   * @param ddof subtracted from the number of elements in the divisor
   */
  default Array std(@Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims, where, null, null, ddof));
  }

  /** {@return the sum of all elements, in a dtype} */
  default Array sum(DType dtype) {
    return sum(dtype, null, false, null);
  }

  /** {@return the sum of the elements over some axes where a mask is true, in a dtype} */
  default Array sum(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.SUM, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the product of all elements, in a dtype} */
  default Array prod(DType dtype) {
    return prod(dtype, null, false, null);
  }

  /** {@return the product of the elements over some axes where a mask is true, in a dtype} */
  default Array prod(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.PROD, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the mean of all elements, in a dtype} */
  default Array mean(DType dtype) {
    return mean(dtype, null, false, null);
  }

  /** {@return the mean of the elements over some axes where a mask is true, in a dtype} */
  default Array mean(DType dtype, @Nullable Axes axes, boolean keepDims, @Nullable Array where) {
    return reduce(Reduction.MEAN, new ReductionOptions(axes, keepDims, where, dtype, null, 0));
  }

  /** {@return the variance of the elements where a mask is true, in a dtype} */
  default Array var(
      DType dtype, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.VAR, new ReductionOptions(axes, keepDims, where, dtype, null, ddof));
  }

  /** {@return the standard deviation of the elements where a mask is true, in a dtype} */
  default Array std(
      DType dtype, @Nullable Axes axes, boolean keepDims, double ddof, @Nullable Array where) {
    return reduce(Reduction.STD, new ReductionOptions(axes, keepDims, where, dtype, null, ddof));
  }

  /** {@return the position of the largest element along an axis, which may stay with size 1} */
  default Array argmax(int axis, boolean keepDims) {
    var place = argmax(axis);
    return keepDims ? place.expandDims(Axes.normalize(axis, rank(), "argmax")) : place;
  }

  /** {@return the position of the smallest element along an axis, which may stay with size 1} */
  default Array argmin(int axis, boolean keepDims) {
    var place = argmin(axis);
    return keepDims ? place.expandDims(Axes.normalize(axis, rank(), "argmin")) : place;
  }

  /**
   * {@return the slice at a position along the leading axes}
   *
   * @param indices one for each leading axis, negative to count from the last
   * @throws io.cambric.errors.ShapeException if a position is outside
   */
  default Array get(int... indices) {
    return ArrayMethods.get().get(this, indices);
  }

  /**
   * {@return the slices at the indices that arrays list for the leading axes, or where an array of
   * bool is true}
   *
   * <p>Indices out of bounds are clipped; {@code at(...)} has the other modes.
   *
   * @param indices integers that broadcast together, one array for each leading axis; or bools of
   *     known values
   */
  default Array get(Array... indices) {
    return ArrayMethods.get().get(this, listed(indices));
  }

  /**
   * {@return the part that an index selects, by NumPy's rules}
   *
   * @see Index
   */
  default Array get(Index... index) {
    return ArrayMethods.get().get(this, List.of(index));
  }

  /**
   * {@return the part that an index selects, written as in Python: {@code x.get("1:, ..., ::-1")}}
   *
   * @param arrays replace each {@code {}} in the text, in order
   * @see Index#parse
   */
  default Array get(String index, Array... arrays) {
    return ArrayMethods.get().get(this, Index.parse(index, arrays));
  }

  /** {@return elements {@code from} to below {@code to} along an axis} */
  default Array slice(int axis, int from, int to) {
    return ArrayMethods.get().slice(this, axis, from, to);
  }

  /**
   * {@return the slices at positions along an axis; NaN (the smallest integer) for positions out of
   * bounds}
   *
   * @param indices integers, negative to count from the last; their axes replace the axis
   */
  default Array take(Array indices, int axis) {
    return ArrayMethods.get().take(this, indices, axis);
  }

  /** {@return the slice at a position along the leading axes, for updates of a copy} */
  default At at(int... indices) {
    return ArrayMethods.get().at(this, Arrays.stream(indices).mapToObj(Index::at).toList());
  }

  /** {@return the slices at the indices that arrays list, for reads or for updates of a copy} */
  default At at(Array... indices) {
    return ArrayMethods.get().at(this, listed(indices));
  }

  /** {@return the part that an index selects, for reads or for updates of a copy} */
  default At at(Index... index) {
    return ArrayMethods.get().at(this, List.of(index));
  }

  /**
   * {@return the part that an index selects, written as in Python, for reads or for updates of a
   * copy}
   *
   * @param arrays replace each {@code {}} in the text, in order
   * @see Index#parse
   */
  default At at(String index, Array... arrays) {
    return ArrayMethods.get().at(this, Index.parse(index, arrays));
  }

  /** {@return each element several times, one after the other, in one row} */
  default Array repeat(int repetitions) {
    return ArrayMethods.get().repeat(this, repetitions);
  }

  /** {@return each slice along an axis several times, one after the other} */
  default Array repeat(int repetitions, int axis) {
    return ArrayMethods.get().repeat(this, repetitions, axis);
  }

  /**
   * {@return each slice along an axis repeated by its own number}
   *
   * @param repetitions integers, one for each slice; they may be traced
   * @param totalLength size of the result along the axis; the last slice fills missing positions
   */
  default Array repeat(Array repetitions, int axis, int totalLength) {
    return ArrayMethods.get().repeat(this, repetitions, axis, totalLength);
  }

  /** {@return the elements in one row, as {@link #ravel}} */
  default Array flatten() {
    return ravel();
  }

  /** {@return this: arrays never change} */
  default Array copy() {
    return this;
  }

  /** {@return this array: there are no complex dtypes} */
  default Array conj() {
    return this;
  }

  /** {@return the complex conjugate, as {@link #conj}} */
  default Array conjugate() {
    return conj();
  }

  /** {@return this with its last two axes exchanged: the transposed matrices} */
  default Array mT() {
    return swapaxes(-1, -2);
  }

  /**
   * {@return for each axis the indices of the nonzero elements}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   */
  default List<Array> nonzero() {
    return ArrayMethods.get().nonzero(this);
  }

  /**
   * {@return for each axis the indices of the first nonzero elements}
   *
   * @param size number of indices
   * @param fillValue the index that pads the result if there are fewer; {@code null} for 0
   */
  default List<Array> nonzero(int size, @Nullable Integer fillValue) {
    return ArrayMethods.get().nonzero(this, size, fillValue);
  }

  /** {@return for each value its index in this sorted vector, before equal elements} */
  default Array searchsorted(Array values) {
    return searchsorted(values, false);
  }

  /**
   * {@return for each value its index in this sorted vector}
   *
   * @param right whether the index is after equal elements
   */
  default Array searchsorted(Array values, boolean right) {
    return ArrayMethods.get().searchsorted(this, values, right);
  }

  /** {@return the main diagonal of the first two axes, along a new last axis} */
  default Array diagonal() {
    return diagonal(0);
  }

  /**
   * {@return a diagonal of the first two axes, along a new last axis}
   *
   * @param offset which diagonal, counted to the right from the main diagonal
   */
  default Array diagonal(int offset) {
    return diagonal(offset, 0, 1);
  }

  /** {@return a diagonal of two axes, along a new last axis} */
  default Array diagonal(int offset, int axis1, int axis2) {
    return ArrayMethods.get().diagonal(this, offset, axis1, axis2);
  }

  /**
   * {@return the sum of a diagonal of the first two axes}
   *
   * @param offset which diagonal, counted to the right from the main diagonal
   */
  default Array trace(int offset) {
    return trace(offset, 0, 1);
  }

  /** {@return the sum of a diagonal of two axes} */
  default Array trace(int offset, int axis1, int axis2) {
    return trace(offset, axis1, axis2, null);
  }

  /**
   * {@return the sum of a diagonal of two axes}
   *
   * @param dtype the dtype of the computation; {@code null} for the dtype of {@link #sum(int...)}
   */
  default Array trace(int offset, int axis1, int axis2, @Nullable DType dtype) {
    return ArrayMethods.get().trace(this, offset, axis1, axis2, dtype);
  }

  /**
   * {@return the elements as nested lists of booleans, integers or floating numbers; for a scalar
   * its one element}
   *
   * @throws io.cambric.errors.ConcretizationException if the values are not known
   */
  default Object tolist() {
    return NestedLists.of(concrete("tolist()"));
  }

  private static List<Index> listed(Array... indices) {
    return Arrays.stream(indices).map(Index::of).toList();
  }
}

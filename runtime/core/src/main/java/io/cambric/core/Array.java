package io.cambric.core;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ArrayMethods.Bitwise;
import io.cambric.core.ArrayMethods.Comparison;
import io.cambric.core.ArrayMethods.Unary;
import io.cambric.errors.ConcretizationException;
import io.cambric.tree.ArrayLeaf;

/**
 * An n-dimensional array: concrete ({@link NdArray}) or standing for one inside a transformation
 * ({@link Tracer}). Immutable.
 *
 * <p>The methods here are the everyday ones; {@code io.cambric.numpy.Numpy} has all. Binary methods
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
public sealed interface Array extends ArrayParts, ArrayReductions, ArrayLeaf
    permits NdArray, Tracer {

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

  /** {@return the value of an array of one element} */
  default double item() {
    return concrete("item()").scalarValue("item()");
  }

  /** {@return whether the one element of this array is true, that is not 0} */
  @Override
  default boolean toBoolean() {
    return concrete("toBoolean()").scalarValue("toBoolean()") != 0;
  }

  /** {@return the elements in row-major order, converted to f32} */
  default float[] toFloats() {
    return concrete("toFloats()").copyToFloats();
  }

  /**
   * {@return the elements in row-major order, as 32-bit integers: wider ones truncated, floating
   * ones saturated}
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

  /** {@return the nearest whole number, of two equally near ones the even one} */
  default Array round() {
    return ArrayMethods.get().unary(Unary.ROUND, this);
  }

  /** {@return this where it is between two numbers, else the nearer one} */
  default Array clip(double low, double high) {
    return ArrayMethods.get().clip(this, low, high);
  }

  /** {@return where this equals other, as bool} */
  default Array eq(Array other) {
    return ArrayMethods.get().compare(Comparison.EQ, this, other);
  }

  /** {@return where this equals a number} */
  default Array eq(double number) {
    return ArrayMethods.get().compare(Comparison.EQ, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where this differs from other} */
  default Array ne(Array other) {
    return ArrayMethods.get().compare(Comparison.NE, this, other);
  }

  /** {@return where this differs from a number} */
  default Array ne(double number) {
    return ArrayMethods.get().compare(Comparison.NE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where this is less than other} */
  default Array lt(Array other) {
    return ArrayMethods.get().compare(Comparison.LT, this, other);
  }

  /** {@return where this is less than a number} */
  default Array lt(double number) {
    return ArrayMethods.get().compare(Comparison.LT, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where this is at most other} */
  default Array le(Array other) {
    return ArrayMethods.get().compare(Comparison.LE, this, other);
  }

  /** {@return where this is at most a number} */
  default Array le(double number) {
    return ArrayMethods.get().compare(Comparison.LE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where this is greater than other} */
  default Array gt(Array other) {
    return ArrayMethods.get().compare(Comparison.GT, this, other);
  }

  /** {@return where this is greater than a number} */
  default Array gt(double number) {
    return ArrayMethods.get().compare(Comparison.GT, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where this is at least other} */
  default Array ge(Array other) {
    return ArrayMethods.get().compare(Comparison.GE, this, other);
  }

  /** {@return where this is at least a number} */
  default Array ge(double number) {
    return ArrayMethods.get().compare(Comparison.GE, this, ArrayMethods.get().number(this, number));
  }

  /** {@return where both are true, or the bits that both have: Python's {@code &}} */
  default Array and(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.AND, this, other);
  }

  /** {@return where at least one is true, or the bits that at least one has: Python's {@code |}} */
  default Array or(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.OR, this, other);
  }

  /** {@return where one of both is true, or the bits that one of both has: Python's {@code ^}} */
  default Array xor(Array other) {
    return ArrayMethods.get().bitwise(Bitwise.XOR, this, other);
  }

  /** {@return where this is false, or all bits inverted: Python's {@code ~}} */
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

  /** {@return this with its axes in another order; all reversed without arguments} */
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

  /** {@return this with a new axis of size 1 at a place} */
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
}

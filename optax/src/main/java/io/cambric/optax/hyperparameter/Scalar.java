package io.cambric.optax.hyperparameter;

import io.cambric.array.Shape;
import io.cambric.build.Convertible;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A numeric hyperparameter: a number that is known when the optimiser is created, or a scalar array
 * that the program computes.
 *
 * <p>Arithmetic on numbers is in double, and is rounded once when the result is combined with an
 * array. Thus {@code 1 - b1} has the bits of Optax with Python numbers. Arithmetic on arrays is
 * part of the program. Injected hyperparameters and mapped learning rates are arrays.
 *
 * {@snippet :
 * Array average = b1.complement().times(gradient).add(b1.times(moment));
 * }
 *
 * <p>Scalars with equal numbers are equal. Scalars with arrays compare by identity.
 */
@Convertible
public final class Scalar {

  private final double number;
  private final @Nullable Array array;

  private Scalar(double number, @Nullable Array array) {
    this.number = number;
    this.array = array;
  }

  /** {@return a number} */
  public static Scalar of(double number) {
    return new Scalar(number, null);
  }

  /**
   * {@return the value of an array}
   *
   * @param array a scalar
   * @throws HyperparameterException if the array has axes
   */
  public static Scalar of(Array array) {
    if (!array.shape().equals(Shape.scalar())) {
      throw new HyperparameterException(
          "A hyperparameter must be a scalar, but is %s. For several values, map the training over them with vmap."
              .formatted(array.aval()));
    }
    return new Scalar(Double.NaN, array);
  }

  /** {@return whether this is a number} */
  public boolean isNumber() {
    return array == null;
  }

  /** Passes this to a check if it is a number. */
  public void ifNumber(DoubleConsumer check) {
    if (isNumber()) {
      check.accept(number);
    }
  }

  /** {@return whether this is a given number} */
  public boolean is(double value) {
    return isNumber() && number == value;
  }

  /**
   * {@return the number}
   *
   * @param name of the hyperparameter, for the message
   * @throws HyperparameterException if this is an array
   */
  public double number(String name) {
    if (array != null) {
      throw new HyperparameterException(
          "%s needs a number, because it determines the program, but got the array %s. Pass a double, and leave it out of the injected hyperparameters."
              .formatted(name, array.aval()));
    }
    return number;
  }

  /**
   * {@return this as an array}
   *
   * <p>A number becomes a weakly typed scalar, which takes the dtype of the array that it is
   * combined with.
   */
  public Array array() {
    return array == null ? NdArray.weakScalar(number) : array;
  }

  /** {@return this as a scalar in the dtype of another array} */
  public Array like(Array other) {
    return array == null ? NdArray.scalar(other.dtype(), number) : array.astype(other.dtype());
  }

  /** {@return the product with an array} */
  public Array times(Array x) {
    return array == null ? x.mul(number) : x.mul(array);
  }

  /** {@return the sum with an array} */
  public Array plus(Array x) {
    return array == null ? x.add(number) : x.add(array);
  }

  /** {@return the product of both} */
  public Scalar times(Scalar other) {
    return combined(other, (a, b) -> a * b, Array::mul);
  }

  /** {@return the sum of both} */
  public Scalar plus(Scalar other) {
    return combined(other, Double::sum, Array::add);
  }

  /** {@return this - other} */
  public Scalar minus(Scalar other) {
    return combined(other, (a, b) -> a - b, Array::sub);
  }

  /** {@return this / other} */
  public Scalar over(Scalar other) {
    return combined(other, (a, b) -> a / b, Array::div);
  }

  /** {@return the square root} */
  public Scalar sqrt() {
    return array == null ? of(Math.sqrt(number)) : of(array.sqrt());
  }

  /** {@return 1 - this, the share of new values in a moving average} */
  public Scalar complement() {
    return of(1).minus(this);
  }

  /** {@return -this} */
  public Scalar negated() {
    return array == null ? of(-number) : of(array.neg());
  }

  private Scalar combined(
      Scalar other, DoubleBinaryOperator ofNumbers, BinaryOperator<Array> ofArrays) {
    return isNumber() && other.isNumber()
        ? of(ofNumbers.applyAsDouble(number, other.number))
        : of(ofArrays.apply(array(), other.array()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Scalar scalar
        && array == scalar.array
        && Double.compare(number, scalar.number) == 0;
  }

  @Override
  public int hashCode() {
    return array == null ? Double.hashCode(number) : System.identityHashCode(array);
  }

  @Override
  public String toString() {
    return array == null ? Double.toString(number) : array.toString();
  }
}

package io.cambric.array;

import io.cambric.errors.ShapeException;

/** Checks of counts and sizes among the arguments of a function. The messages name the function. */
public final class Sizes {

  private Sizes() {}

  /**
   * {@return the count, which is not negative}
   *
   * @param name the function, for the message
   * @param what the count, for the message, in the singular
   * @throws ShapeException if it is negative
   */
  public static int notNegative(String name, String what, int count) {
    return atLeast(name, what, count, 0);
  }

  /**
   * {@return the count, which is not below {@code least}}
   *
   * @param name the function, for the message
   * @param what the count, for the message, in the singular
   * @throws ShapeException if it is less
   */
  public static int atLeast(String name, String what, int count, int least) {
    if (count < least) {
      throw new ShapeException(
          "%s needs a %s of at least %d, but got %d.".formatted(name, what, least, count));
    }
    return count;
  }

  /**
   * {@return the size of an axis after repeating its elements}
   *
   * @param name the function, for the message
   * @throws ShapeException if the number is negative, or the size exceeds {@link Shape#MAX_SIZE}
   */
  public static int repeated(String name, int size, int times) {
    long result = (long) size * notNegative(name, "number of repetitions", times);
    if (result > Shape.MAX_SIZE) {
      throw new ShapeException(
          "%s of an axis of size %d %d times needs a result below 2^31 elements, the limit of a Java array. Repeat it less often."
              .formatted(name, size, times));
    }
    return (int) result;
  }

  /**
   * {@return a computed size along an axis}
   *
   * @param operation the operation, for the message
   * @param size the size; a negative one is left to the operation
   * @throws ShapeException if no array has that number of elements
   */
  public static int axis(String operation, long size) {
    if (size > Shape.MAX_SIZE) {
      throw new ShapeException(
          "%s yields an axis of %d elements, but a Java array holds at most %d. Split an operand along this axis."
              .formatted(operation, size, Shape.MAX_SIZE));
    }
    return (int) Math.max(size, Integer.MIN_VALUE);
  }

  /**
   * {@return the number of steps from {@code start} to {@code stop}, exclusive}
   *
   * @param name the function, for the message
   * @throws ShapeException if a number is not finite, the step is 0, or there are more steps than
   *     {@link Shape#MAX_SIZE}
   */
  public static int steps(String name, double start, double stop, double step) {
    if (!Double.isFinite(start) || !Double.isFinite(stop) || !Double.isFinite(step)) {
      throw new ShapeException(
          "%s from %s to %s by %s needs finite numbers. Look for a division by 0 where they are computed."
              .formatted(name, start, stop, step));
    }
    if (step == 0) {
      throw new ShapeException(
          "%s from %s to %s needs a step other than 0. Pass a positive or a negative one."
              .formatted(name, start, stop));
    }
    double count = Math.max(0, Math.ceil((stop - start) / step));
    if (count > Shape.MAX_SIZE) {
      throw new ShapeException(
          "%s from %s to %s by %s would have %s elements, but a Java array holds fewer than 2^31. Use a larger step, or make the array in parts."
              .formatted(name, start, stop, step, count));
    }
    return (int) count;
  }
}

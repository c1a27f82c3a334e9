package io.cambric.optax.linesearch;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;

/**
 * A point of a line.
 *
 * @param stepsize distance of the point from the start, a scalar
 * @param value the loss at the point
 * @param slope the derivative along the line at the point
 */
@PyTree
record ZoomPoint(Array stepsize, Array value, Array slope) {

  /** {@return this point or another one} */
  ZoomPoint unless(Array condition, ZoomPoint other) {
    return new ZoomPoint(
        Numpy.where(condition, other.stepsize, stepsize),
        Numpy.where(condition, other.value, value),
        Numpy.where(condition, other.slope, slope));
  }

  /**
   * {@return the step size at a critical point of the cubic polynomial through three points, with
   * the slope of this one}
   *
   * <p>It is NaN if there is no critical point.
   */
  Array cubicMinimum(ZoomPoint second, ZoomPoint third) {
    var toSecond = second.stepsize.sub(stepsize);
    var toThird = third.stepsize.sub(stepsize);
    var denominator = toSecond.mul(toThird).square().mul(toSecond.sub(toThird));
    var overSecond = second.value.sub(value).sub(slope.mul(toSecond));
    var overThird = third.value.sub(value).sub(slope.mul(toThird));
    var cubic =
        toThird.square().mul(overSecond).sub(toSecond.square().mul(overThird)).div(denominator);
    var quadratic =
        cube(toSecond).mul(overThird).sub(cube(toThird).mul(overSecond)).div(denominator);
    var radical = quadratic.square().sub(cubic.mul(3).mul(slope));
    return stepsize.add(radical.sqrt().sub(quadratic).div(cubic.mul(3)));
  }

  private static Array cube(Array x) {
    return x.mul(x).mul(x);
  }

  /**
   * {@return the step size at the critical point of the quadratic polynomial through two points,
   * with the slope of this one}
   */
  Array quadraticMinimum(ZoomPoint second) {
    var distance = second.stepsize.sub(stepsize);
    var quadratic = second.value.sub(value).sub(slope.mul(distance)).div(distance.square());
    return stepsize.sub(slope.div(quadratic.mul(2)));
  }

  /** {@return the start of a line} */
  static ZoomPoint start(Line<?> line) {
    return new ZoomPoint(NdArray.scalar(line.dtype(), 0), line.value(), line.slope());
  }
}

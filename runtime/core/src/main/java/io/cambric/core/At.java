package io.cambric.core;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.function.UnaryOperator;

/**
 * A part of an array that an index selects: {@code x.at(...)}. Its methods return a copy of the
 * array with this part changed.
 *
 * {@snippet :
 * Array y = x.at("1:3, ::2").set(0);
 * Array counts = zeros(10).at(labels).add(1); // one label twice counts twice
 * Array row = x.at(i).fill(-1).get(); // -1 where i is outside
 * }
 *
 * <p>Values are promoted with the array and broadcast to the part; results have the dtype of the
 * array. Indices of arrays may be out of bounds: updates at such indices are dropped, and reads are
 * clipped. {@link #clip}, {@link #fill()}, {@link #drop}, {@link #wrap} and {@link
 * #promiseInBounds} select other modes. Without one of these modes, a Java number must be in
 * bounds.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html">jax.numpy.ndarray.at</a>
 */
@CheckReturnValue
public interface At {

  /** {@return the part itself} */
  Array get();

  /**
   * {@return the array with the part replaced; the last of several values for an element stays}
   *
   * @throws io.cambric.errors.ShapeException if the values do not broadcast to the part
   */
  Array set(Array values);

  /** {@return the array with the part replaced by a number} */
  Array set(double value);

  /** {@return the array with values added to the part; several values for one element add up} */
  Array add(Array values);

  /** {@return the array with a number added to the part} */
  Array add(double value);

  /** {@return the array with values subtracted from the part} */
  Array subtract(Array values);

  /** {@return the array with a number subtracted from the part} */
  Array subtract(double value);

  /**
   * {@return the array with the part multiplied by values}
   *
   * <p>Derivatives along the values need unique indices, which {@link #uniqueIndices} promises.
   * This also holds for {@link #divide(Array)} and {@link #power(Array)}.
   */
  Array multiply(Array values);

  /** {@return the array with the part multiplied by a number} */
  Array multiply(double value);

  /** {@return the array with the part divided by values; integers become floating} */
  Array divide(Array values);

  /** {@return the array with the part divided by a number} */
  Array divide(double value);

  /** {@return the array with the part raised to the power of values} */
  Array power(Array values);

  /** {@return the array with the part raised to the power of a number} */
  Array power(double value);

  /** {@return the array with the part replaced by the smaller of it and values} */
  Array min(Array values);

  /** {@return the array with the part replaced by the smaller of it and a number} */
  Array min(double value);

  /** {@return the array with the part replaced by the larger of it and values} */
  Array max(Array values);

  /** {@return the array with the part replaced by the larger of it and a number} */
  Array max(double value);

  /**
   * {@return the array with the part replaced by a function of it}
   *
   * @param function elementwise; applied once for each time that an element is listed
   */
  Array apply(UnaryOperator<Array> function);

  /** {@return this, with indices out of bounds clipped} */
  At clip();

  /**
   * {@return this, with reads out of bounds as NaN, or the integer farthest from 0, and such
   * updates dropped}
   */
  At fill();

  /** {@return this, with reads out of bounds as a value, and such updates dropped} */
  At fill(double value);

  /** {@return this, with updates out of bounds dropped; reads are as in {@link #fill()}} */
  At drop();

  /** {@return this, with indices taken modulo the size of the axis} */
  At wrap();

  /** {@return this, with the promise that all indices are in bounds} */
  At promiseInBounds();

  /** {@return this, with the promise that no element is listed twice} */
  At uniqueIndices();

  /** {@return this, with the promise that indices ascend; no result depends on it} */
  At indicesAreSorted();
}

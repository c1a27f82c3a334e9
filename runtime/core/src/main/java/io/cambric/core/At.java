package io.cambric.core;

import java.util.function.UnaryOperator;

/**
 * A part of an array, named by an index: {@code x.at(...)}. Its methods return the array with this
 * part changed; nothing is changed in place.
 *
 * {@snippet :
 * Array y = x.at("1:3, ::2").set(0);
 * Array counts = zeros(10).at(labels).add(1); // one label twice counts twice
 * Array row = x.at(i).fill(-1).get(); // -1 where i is outside
 * }
 *
 * <p>Values are promoted with the array and broadcast to the part; results have the dtype of the
 * array. Places that arrays list may lie outside: such updates are dropped, and reads are moved
 * inside, unless {@link #clip}, {@link #fill()}, {@link #drop}, {@link #wrap} or {@link
 * #promiseInBounds} says otherwise. A place given as a Java number must lie inside, unless one of
 * these is asked for.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html">jax.numpy.ndarray.at</a>
 */
public interface At {

  /** {@return the part itself} */
  Array get();

  /**
   * {@return the array with the part replaced; of several values for a place the last stays}
   *
   * @throws io.cambric.errors.ShapeException if the values do not broadcast to the part
   */
  Array set(Array values);

  /** {@return the array with the part replaced by a number} */
  Array set(double value);

  /** {@return the array with values added to the part; those for one place add up} */
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
   * <p>Derivatives along the values need unique places, which {@link #uniqueIndices} promises; so
   * do those of {@link #divide(Array)} and {@link #power(Array)}.
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
   * {@return the array with a function of the part in its place}
   *
   * @param function elementwise; applied once more for each further time that a place is listed
   */
  Array apply(UnaryOperator<Array> function);

  /** {@return this, with places outside moved inside} */
  At clip();

  /**
   * {@return this, where places outside read as NaN, or the integer farthest from 0, and are not
   * written}
   */
  At fill();

  /** {@return this, where places outside read as a value, and are not written} */
  At fill(double value);

  /** {@return this, where places outside are not written; reads are as in {@link #fill()}} */
  At drop();

  /** {@return this, with places outside counted on from the other end, again and again} */
  At wrap();

  /** {@return this, with the promise that all places are inside} */
  At promiseInBounds();

  /** {@return this, with the promise that no place is listed twice} */
  At uniqueIndices();

  /** {@return this, with the promise that places ascend; no result depends on it} */
  At indicesAreSorted();
}

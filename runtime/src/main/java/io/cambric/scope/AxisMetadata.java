package io.cambric.scope;

import org.jspecify.annotations.Nullable;

/**
 * A box around the value of a variable that says something about its axes. Modules see the value;
 * lifted transformations tell the box when they add or take away an axis.
 *
 * <p>An implementation is a pytree: the value is its one child, the rest static.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.core.meta.html">flax.core.meta.AxisMetadata</a>
 */
public interface AxisMetadata {

  /** {@return the value in the box, which may be another box} */
  Object unbox();

  /** {@return a box of this kind around another value} */
  AxisMetadata withBoxed(Object value);

  /**
   * {@return the box after an axis came to the value}
   *
   * @param index of the new axis
   * @param partitionName what the transformation calls it; null if it does not say
   */
  AxisMetadata addAxis(int index, @Nullable String partitionName);

  /**
   * {@return the box after an axis of the value went}
   *
   * @param index of the axis
   * @param partitionName what the transformation calls it; null if it does not say
   */
  AxisMetadata removeAxis(int index, @Nullable String partitionName);
}

package io.cambric.scope;

import org.jspecify.annotations.Nullable;

/**
 * A box around the value of a variable, with metadata of its axes. Modules see the value. Lifted
 * transformations call the box when they add or remove an axis.
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
   * {@return the box after an axis was added to the value}
   *
   * @param index of the new axis
   * @param partitionName the name of the axis; null if the transformation gives none
   */
  AxisMetadata addAxis(int index, @Nullable String partitionName);

  /**
   * {@return the box after an axis of the value was removed}
   *
   * @param index of the axis
   * @param partitionName the name of the axis; null if the transformation gives none
   */
  AxisMetadata removeAxis(int index, @Nullable String partitionName);
}

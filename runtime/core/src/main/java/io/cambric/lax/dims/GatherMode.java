package io.cambric.lax.dims;

/** The treatment of a window outside of the operand by gather and scatter. */
public enum GatherMode {
  /** Gather reads a fill value; scatter drops the window. */
  FILL_OR_DROP,
  /** The window is moved inside. */
  CLIP,
  /** There is none; one that came after all is moved inside by gather and dropped by scatter. */
  PROMISE_IN_BOUNDS,
  /**
   * The start index is taken modulo the size of the axis, as in {@code jnp.take}. The window must
   * have size 1 along the axes of the components.
   */
  WRAP
}

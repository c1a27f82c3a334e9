package io.cambric.lax.dims;

/** The treatment of windows outside of the operand in gather and scatter. */
public enum GatherMode {
  /** Gather reads a fill value; scatter drops the window. */
  FILL_OR_DROP,
  /** The window is moved inside. */
  CLIP,
  /**
   * The caller promises that no window is outside. If one is, gather moves it inside and scatter
   * drops it.
   */
  PROMISE_IN_BOUNDS,
  /**
   * The start index is taken modulo the size of the axis, as in {@code jnp.take}. The window must
   * have size 1 along the axes of the components.
   */
  WRAP
}

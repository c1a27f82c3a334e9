package io.cambric.control;

/**
 * How {@code vmap} calls a callback.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.pure_callback.html">jax.pure_callback</a>
 */
public enum VmapMethod {
  /** One call for each lane, in order. */
  SEQUENTIAL,
  /** Same as {@link #SEQUENTIAL}: one kernel calls the callback, so there is no loop to unroll. */
  SEQUENTIAL_UNROLLED,
  /** One call with the lanes in front; an operand without lanes has a leading axis of size 1. */
  EXPAND_DIMS,
  /** One call with the lanes in front; an operand without lanes is repeated for each. */
  BROADCAST_ALL,
  /** One call with the lanes in front; an operand without lanes is passed unchanged. */
  LEGACY_VECTORIZED
}

package io.cambric.lax.dims;

/**
 * Generators of random bits from a key and a counter.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.RandomAlgorithm.html">lax.RandomAlgorithm</a>
 */
public enum RandomAlgorithm {
  /** The default of JAX on a CPU, Philox. */
  DEFAULT,
  /** Threefry-2x32 with 20 rounds. */
  THREE_FRY,
  /** Philox-4x32 with 10 rounds. */
  PHILOX
}

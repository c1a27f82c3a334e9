package io.cambric.lax.op;

import io.cambric.kernel.ScalarOp;

/**
 * The next number of the dtype after {@code x} towards {@code y}. Flat.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.nextafter.html">lax.nextafter</a>
 */
record NextAfter() implements ElementwiseOp, FlatOp {

  @Override
  public String name() {
    return "nextafter";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.NEXTAFTER;
  }
}

package io.cambric.numpy.special;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Operands;

/** The modified Bessel function of order zero, and the normalised sine cardinal. */
public final class BesselAndSinc {

  private BesselAndSinc() {}

  /** {@return the modified Bessel function of the first kind of order 0} */
  public static Array i0(Array x) {
    return GammaAndBessel.i0(x);
  }

  /**
   * {@return sin(pi x) / (pi x), and 1 at 0}
   *
   * <p>The derivatives of every order are accurate at and near 0.
   *
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.sinc.html">jnp.sinc</a>
   */
  public static Array sinc(Array x) {
    var real = Operands.inexact(x);
    return Lax.sinOverX(Lax.mul(Operands.constant(real, Math.PI), real));
  }
}

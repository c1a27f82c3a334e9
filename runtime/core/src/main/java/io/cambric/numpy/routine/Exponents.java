package io.cambric.numpy.routine;

import io.cambric.core.Array;
import io.cambric.lax.Lax;

/** Exponentials, logarithms and roots. Integers become the default floating dtype. */
public final class Exponents {

  private Exponents() {}

  /** {@return e to the power of x} */
  public static Array exp(Array x) {
    return Lax.exp(Operands.inexact(x));
  }

  /** {@return 2 to the power of x} */
  public static Array exp2(Array x) {
    return Lax.exp2(Operands.inexact(x));
  }

  /** {@return e to the power of x, minus 1; exact near 0} */
  public static Array expm1(Array x) {
    return Lax.expm1(Operands.inexact(x));
  }

  /** {@return the natural logarithm} */
  public static Array log(Array x) {
    return Lax.log(Operands.inexact(x));
  }

  /** {@return the natural logarithm of 1 + x, exact near 0} */
  public static Array log1p(Array x) {
    return Lax.log1p(Operands.inexact(x));
  }

  /** {@return the logarithm to base 2} */
  public static Array log2(Array x) {
    var real = Operands.inexact(x);
    return Lax.div(Lax.log(real), Operands.constant(real, Math.log(2)));
  }

  /** {@return the logarithm to base 10} */
  public static Array log10(Array x) {
    var real = Operands.inexact(x);
    return Lax.mul(Lax.log(real), Operands.constant(real, 0.4342944819032518));
  }

  /**
   * {@return log(exp(x) + exp(y)) without overflow}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.logaddexp.html">jnp.logaddexp</a>
   */
  public static Array logaddexp(Array x, Array y) {
    return Operands.inexactBinary("logaddexp", Lax::logaddexp, x, y);
  }

  /** {@return log2(2^x + 2^y) without overflow} */
  public static Array logaddexp2(Array x, Array y) {
    return Operands.inexactBinary("logaddexp2", Exponents::logaddexpInBits, x, y);
  }

  /** {@return the square root} */
  public static Array sqrt(Array x) {
    return Lax.sqrt(Operands.inexact(x));
  }

  /** {@return the cube root} */
  public static Array cbrt(Array x) {
    return Lax.cbrt(Operands.inexact(x));
  }

  private static Array logaddexpInBits(Array x, Array y) {
    var ln2 = Operands.constant(x, Math.log(2));
    return Lax.div(Lax.logaddexp(Lax.mul(x, ln2), Lax.mul(y, ln2)), ln2);
  }
}

package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.kernel.ScalarOp;

/**
 * Each element to a fixed integer power, by repeated squaring; negative powers are reciprocals.
 *
 * @param y the exponent
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.integer_pow.html">lax.integer_pow</a>
 */
record IntegerPow(int y) implements UnaryOp {

  @Override
  public String name() {
    return "integer_pow";
  }

  @Override
  public ScalarOp scalar() {
    return ScalarOp.INTEGER_POW;
  }

  @Override
  public double immediate() {
    return y;
  }

  @Override
  public DTypes accepts() {
    return DTypes.NUMERIC;
  }

  @Override
  public Array tangent(Array x, Array result, Array tangent) {
    if (y == 0) {
      return Lax.mul(tangent, Lax.fullLike(x, 0));
    }
    return y == 1
        ? tangent
        : Lax.mul(tangent, Lax.mul(Lax.fullLike(x, y), Lax.integerPow(x, y - 1)));
  }
}

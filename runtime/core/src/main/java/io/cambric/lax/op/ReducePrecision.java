package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;

/**
 * Each element rounded, to nearest even, to a floating format of fewer bits, without change of
 * dtype; too large becomes infinite, too small 0. Its derivative is taken to be 1.
 *
 * @param exponentBits of the format, at least 1
 * @param mantissaBits of the format, not counting the leading one
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.reduce_precision.html">lax.reduce_precision</a>
 */
record ReducePrecision(int exponentBits, int mantissaBits) implements RealFunctionOp, LinearOp {

  ReducePrecision {
    if (exponentBits < 1 || exponentBits > 11 || mantissaBits < 0 || mantissaBits > 52) {
      throw new DTypeException(
          "reduce_precision needs 1 to 11 exponent bits and 0 to 52 mantissa bits, but got %d and %d."
              .formatted(exponentBits, mantissaBits));
    }
  }

  @Override
  public String name() {
    return "reduce_precision";
  }

  @Override
  public double at(double[] point) {
    double x = point[0];
    if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
      return x;
    }
    int largest = (1 << (exponentBits - 1)) - 1;
    int unit = Math.getExponent(x) - mantissaBits;
    double rounded = Math.scalb(Math.rint(Math.scalb(x, -unit)), unit);
    if (Math.getExponent(rounded) > largest) {
      return Math.copySign(Double.POSITIVE_INFINITY, x);
    }
    return Math.getExponent(rounded) < 1 - largest ? Math.copySign(0, x) : rounded;
  }

  @Override
  public Array transpose(Array cotangent, ShapedArray operand) {
    return UnaryOps.reducePrecision(cotangent, exponentBits, mantissaBits);
  }
}

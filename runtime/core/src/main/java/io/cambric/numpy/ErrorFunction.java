package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;

/**
 * The error function with the bits of XLA: a quotient of polynomials, evaluated with fused
 * multiply-adds. Truncated normal samples apply it to their bounds. Far from 0, a difference of one
 * bit changes the samples visibly.
 */
final class ErrorFunction {

  /** The limit beyond which the result is 1 to half a unit in the last place. */
  private static final double LIMIT = 3.832506856900711f;

  private static final double[] NUMERATOR = {
    0.00022905065861350646,
    0.0034082910107109506,
    0.050955695062380861,
    0.18520832239976145,
    1.128379143519084
  };

  private static final double[] DENOMINATOR = {
    -1.1791602954361697e-7,
    0.000023547966471313185,
    0.0010179625278914885,
    0.014070470171167667,
    0.11098505178285362,
    0.49746925110067538,
    1.0
  };

  private ErrorFunction() {}

  static Array of(Array x) {
    if (x.dtype() == DType.F64) {
      return Lax.erf(x);
    }
    var wide = Lax.convertElementType(x, DType.F32);
    var clamped = Lax.clamp(Lax.fullLike(wide, -LIMIT), wide, Lax.fullLike(wide, LIMIT));
    var square = Lax.mul(clamped, clamped);
    var erf = Lax.div(Lax.mul(clamped, horner(NUMERATOR, square)), horner(DENOMINATOR, square));
    return Lax.convertElementType(erf, x.dtype());
  }

  private static Array horner(double[] coefficients, Array x) {
    var sum = Lax.fullLike(x, coefficients[0]);
    for (int i = 1; i < coefficients.length; i++) {
      sum = Lax.fma(sum, x, Lax.fullLike(x, coefficients[i]));
    }
    return sum;
  }
}

package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.RoundingMethod;
import java.util.function.UnaryOperator;

/** Rounding to whole numbers and to decimals. */
public final class Roundings {

  private Roundings() {}

  /** {@return the largest whole number not above x; integers unchanged} */
  public static Array floor(Array x) {
    return rounded(x, Lax::floor);
  }

  /** {@return the smallest whole number not below x; integers unchanged} */
  public static Array ceil(Array x) {
    return rounded(x, Lax::ceil);
  }

  /** {@return the whole number next to x towards 0; integers unchanged} */
  public static Array trunc(Array x) {
    return rounded(
        x,
        real ->
            Lax.select(Lax.lt(real, Operands.constant(real, 0)), Lax.ceil(real), Lax.floor(real)));
  }

  /** {@return the nearest whole number, with halves to even; integers become floating} */
  public static Array rint(Array x) {
    return Lax.round(Operands.inexact(x), RoundingMethod.TO_NEAREST_EVEN);
  }

  /** {@return the nearest whole number, with halves to even; integers unchanged} */
  public static Array round(Array x) {
    return round(x, 0);
  }

  /**
   * {@return x rounded to a number of decimals, with halves to even}
   *
   * @param decimals number of digits after the decimal point; a negative number rounds digits
   *     before it
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.round.html">jnp.round</a>
   */
  public static Array round(Array x, int decimals) {
    if (x.dtype() == DType.BOOL) {
      throw new DTypeException(
          "round needs numbers, but got %s. Convert bools with astype(DType.I32)."
              .formatted(x.aval()));
    }
    if (!x.dtype().isFloating()) {
      return x;
    }
    if (decimals == 0) {
      return Lax.round(x, RoundingMethod.TO_NEAREST_EVEN);
    }
    // Half precision would overflow when scaled.
    var wide = x.dtype() == DType.F16 ? Lax.convertElementType(x, DType.F32) : x;
    var factor = Operands.constant(wide, Math.pow(10, decimals));
    var scaled = Lax.round(Lax.mul(wide, factor), RoundingMethod.TO_NEAREST_EVEN);
    return Lax.convertElementType(Lax.div(scaled, factor), x.dtype(), x.aval().weak());
  }

  private static Array rounded(Array x, UnaryOperator<Array> rounding) {
    return x.dtype().isFloating() ? rounding.apply(x) : x;
  }
}

package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.ScalarMath.copySign;
import static io.cambric.kernel.scalar.ScalarMath.expOfNegative;
import static java.lang.Math.fma;

/**
 * Modified Bessel functions of the first kind of f32, scaled by {@code exp(-|x|)}, and their
 * derivatives, for one element, under the rules of {@link ScalarMath}.
 *
 * <p>For small arguments they are an exponential times a polynomial. For large arguments they are a
 * polynomial in the inverse, times powers of its root, as in the asymptotic series. The polynomials
 * are minimax in the relative error, by Remez's algorithm. The derivative of order 1 has a zero, so
 * its polynomials are minimax in the absolute error.
 *
 * @see <a href="https://dlmf.nist.gov/10.25">DLMF, 10.25.2, 10.29.3 and 10.40.1</a>
 */
public final class BesselMath {

  /** Above this magnitude, the polynomials are in the inverse of the argument. */
  private static final float LARGE = 6f;

  /** The midpoint of the small arguments, at which polynomials of derivatives are centred. */
  private static final float MIDDLE = 3f;

  /** The part of the exponent that the polynomials of derivatives at small arguments leave out. */
  private static final float DECAY = 0.875f;

  private BesselMath() {}

  public static float besselI0e(float x) {
    float a = Math.abs(x);
    float s = a * a;
    float p = fma(fma(1.45854618e-14f, s, 2.07497951e-12f), s, 4.81476803e-10f);
    p = fma(fma(p, s, 6.76279654e-8f), s, 6.78359038e-6f);
    p = fma(fma(p, s, 4.34017507e-4f), s, 1.56250261e-2f);
    p = fma(fma(p, s, 2.49999970e-1f), s, 1f);
    float v = 1f / a;
    float q = fma(fma(9.16834772e-1f, v, 1.28178343e-1f), v, 8.34417064e-3f);
    q = fma(fma(q, v, 3.34849916e-2f), v, 2.78660338e-2f);
    q = fma(fma(q, v, 4.98705097e-2f), v, 3.98942292e-1f);
    return a > LARGE ? q * (float) Math.sqrt(v) : p * expOfNegative(-a);
  }

  public static float besselI1e(float x) {
    float a = Math.abs(x);
    float s = a * a;
    float p = fma(fma(2.35753934e-13f, s, 2.88403641e-11f), s, 5.78390980e-9f);
    p = fma(fma(p, s, 6.76221305e-7f), s, 5.42683847e-5f);
    p = fma(fma(p, s, 2.60411319e-3f), s, 6.25000671e-2f);
    p = fma(p, s, 0.5f) * a;
    float v = 1f / a;
    float q = fma(fma(-1.17831385f, v, -9.88359675e-2f), v, -2.47457381e-2f);
    q = fma(fma(q, v, -4.51556928e-2f), v, -4.65592071e-2f);
    q = fma(fma(q, v, -1.49606273e-1f), v, 3.98942292e-1f);
    return copySign(a > LARGE ? q * (float) Math.sqrt(v) : p * expOfNegative(-a), x);
  }

  /** The derivative of {@link #besselI0e}; 0 at 0, where the function has a kink. */
  public static float besselI0eDerivative(float x) {
    float a = Math.abs(x);
    float w = a - MIDDLE;
    float p = fma(fma(1.2092262e-10f, w, -8.2154783e-10f), w, 1.2091399e-8f);
    p = fma(fma(p, w, -4.2806004e-8f), w, 1.254498e-6f);
    p = fma(fma(p, w, -5.8498256e-7f), w, 8.93083e-5f);
    p = fma(fma(p, w, 1.592986e-4f), w, 4.072344e-3f);
    p = fma(fma(p, w, 1.07185915e-2f), w, 9.448009e-2f);
    p = fma(fma(p, w, 1.8861961e-1f), w, 6.374075e-1f);
    float v = 1f / a;
    float q = fma(fma(-1.51198230e+3f, v, 8.04814026e+2f), v, -1.58423279e+2f);
    q = fma(fma(q, v, 1.66108627e+1f), v, -6.68269873e-1f);
    q = fma(fma(q, v, 1.26392230e-1f), v, 6.98389411e-2f);
    q = fma(fma(q, v, 7.48023391e-2f), v, 1.99471146e-1f);
    float size = a > LARGE ? q * v * (float) Math.sqrt(v) : p * decay(a);
    return x == 0f ? 0f : copySign(size, -x);
  }

  /** The derivative of {@link #besselI1e}. */
  public static float besselI1eDerivative(float x) {
    float a = Math.abs(x);
    float w = a - MIDDLE;
    float p = fma(fma(7.6710645e-11f, w, -1.2828045e-9f), w, 5.379742e-9f);
    p = fma(fma(p, w, -1.16963946e-7f), w, 2.468532e-7f);
    p = fma(fma(p, w, -9.952231e-6f), w, -7.1394825e-6f);
    p = fma(fma(p, w, -5.557963e-4f), w, -1.3054174e-3f);
    p = fma(fma(p, w, -1.7629158e-2f), w, -4.3965854e-2f);
    p = fma(fma(p, w, -2.1253765e-1f), w, -2.6829553e-1f);
    float v = 1f / a;
    float q = fma(fma(-1.70403809e+3f, v, 9.21813721e+2f), v, -1.85220490e+2f);
    q = fma(fma(q, v, 1.99888496e+1f), v, -8.31459701e-1f);
    q = fma(fma(q, v, 1.75577775e-1f), v, 1.16431578e-1f);
    q = fma(fma(q, v, 2.24406928e-1f), v, -1.99471146e-1f);
    return a > LARGE ? q * v * (float) Math.sqrt(v) : p * decay(a);
  }

  /** exp(-DECAY a), with the product in two floats. */
  private static float decay(float a) {
    float x = -DECAY * a;
    float y = expOfNegative(x);
    return fma(y, fma(-DECAY, a, -x), y);
  }
}

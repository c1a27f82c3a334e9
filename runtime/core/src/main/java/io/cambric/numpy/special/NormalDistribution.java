package io.cambric.numpy.special;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Operands;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Jvp;

/** The error function, and the distribution function of the normal distribution. */
public final class NormalDistribution {

  private static final double ROOT_HALF = 0.5 * Math.sqrt(2);
  private static final double LOG_ROOT_TWO_PI = Math.log(Math.sqrt(2 * Math.PI));

  /** Terms of the asymptotic series of {@link #logNdtr} beyond the first. */
  private static final int SERIES_ORDER = 3;

  // Rational approximations of the quantile, of Cephes' ndtri.c; highest degree first.
  private static final double[] P0 = {
    -59.96335010141079,
    98.00107541859997,
    -56.67628574690703,
    13.931260938727968,
    -1.2391658386738125
  };
  private static final double[] Q0 = {
    1.0,
    1.9544885833814176,
    4.676279128988815,
    86.36024213908905,
    -225.46268785411937,
    200.26021238006066,
    -82.03722561683334,
    15.90562251262117,
    -1.1833162112133
  };
  private static final double[] P1 = {
    4.0554489230596245,
    31.525109459989388,
    57.16281922464213,
    44.08050738932008,
    14.684956192885803,
    2.1866330685079025,
    -0.1402560791713545,
    -0.03504246268278482,
    -0.0008574567851546854
  };
  private static final double[] Q1 = {
    1.0,
    15.779988325646675,
    45.39076351288792,
    41.3172038254672,
    15.04253856929075,
    2.504649462083094,
    -0.14218292285478779,
    -0.03808064076915783,
    -0.0009332594808954574
  };
  private static final double[] P2 = {
    3.2377489177694603,
    6.915228890689842,
    3.9388102529247444,
    1.3330346081580755,
    0.20148538954917908,
    0.012371663481782003,
    0.00030158155350823543,
    2.6580697468673755e-06,
    6.239745391849833e-09
  };
  private static final double[] Q2 = {
    1.0,
    6.02427039364742,
    3.6798356385616087,
    1.3770209948908132,
    0.21623699359449663,
    0.013420400608854318,
    0.00032801446468212774,
    2.8924786474538068e-06,
    6.790194080099813e-09
  };

  private static final ArrayFn LOG_NDTR =
      Transforms.customJvp(
          (ArrayFn) NormalDistribution::logNdtrValue, NormalDistribution::logNdtrTangent);

  private NormalDistribution() {}

  /** {@return the error function} */
  public static Array erf(Array x) {
    return Lax.erf(Operands.inexact(x));
  }

  /** {@return 1 - erf(x), exact in the tail} */
  public static Array erfc(Array x) {
    return Lax.erfc(Operands.inexact(x));
  }

  /** {@return the x whose error function is y} */
  public static Array erfinv(Array y) {
    return Lax.erfInv(Operands.inexact(y));
  }

  /**
   * {@return the distribution function of the normal distribution}
   *
   * @throws DTypeException if x is neither f32 nor f64
   */
  public static Array ndtr(Array x) {
    requireWide("ndtr", x);
    return distribution(x);
  }

  private static void requireWide(String name, Array x) {
    if (x.dtype() != DType.F32 && x.dtype() != DType.F64) {
      throw new DTypeException(
          "%s needs an operand of f32 or f64, but got %s. Convert it with astype."
              .formatted(name, x.aval()));
    }
  }

  private static Array distribution(Array x) {
    var rootHalf = Operands.constant(x, ROOT_HALF);
    var one = Operands.constant(x, 1);
    var w = Lax.mul(x, rootHalf);
    var z = Lax.abs(w);
    var tail = Lax.erfc(z);
    var outside =
        Lax.select(
            Lax.gt(w, Operands.constant(x, 0)), Lax.sub(Operands.constant(x, 2), tail), tail);
    var twice = Lax.select(Lax.lt(z, rootHalf), Lax.add(one, Lax.erf(w)), outside);
    return Lax.mul(Operands.constant(x, 0.5), twice);
  }

  /**
   * {@return the logarithm of {@link #ndtr}, by a series far in the tail}
   *
   * @throws DTypeException if x is neither f32 nor f64
   */
  public static Array logNdtr(Array x) {
    requireWide("log_ndtr", x);
    return LOG_NDTR.apply(x);
  }

  private static Array logNdtrValue(Array x) {
    boolean isDouble = x.dtype() == DType.F64;
    var low = Operands.constant(x, isDouble ? -20 : -10);
    var high = Operands.constant(x, isDouble ? 8 : 5);
    var isHigh = Lax.gt(x, high);
    var middle = distribution(Lax.select(isHigh, Lax.neg(x), Lax.max(x, low)));
    var below = Lax.select(Lax.gt(x, low), Lax.log(middle), logTail(Lax.min(x, low)));
    return Lax.select(isHigh, Lax.neg(middle), below);
  }

  /** The asymptotic series of the lower tail. */
  private static Array logTail(Array x) {
    var square = Lax.square(x);
    var scale =
        Lax.sub(
            Lax.sub(Lax.mul(Operands.constant(x, -0.5), square), Lax.log(Lax.neg(x))),
            Operands.constant(x, LOG_ROOT_TWO_PI));
    var sum = Operands.constant(x, 1);
    var power = square;
    double factor = 1;
    for (int n = 1; n <= SERIES_ORDER; n++) {
      factor *= -(2 * n - 1);
      sum = Lax.add(sum, Lax.div(Operands.constant(x, factor), power));
      power = Lax.mul(power, square);
    }
    return Lax.add(scale, Lax.log(sum));
  }

  private static Jvp<Array> logNdtrTangent(Array x, Array tangent) {
    var value = LOG_NDTR.apply(x);
    var density =
        Lax.sub(
            Lax.mul(Operands.constant(x, -0.5), Lax.square(x)),
            Operands.constant(x, LOG_ROOT_TWO_PI));
    return new Jvp<>(value, Lax.mul(tangent, Lax.exp(Lax.sub(density, value))));
  }

  /**
   * {@return the quantile of the normal distribution: the x whose {@link #ndtr} is p}
   *
   * @throws DTypeException if p is neither f32 nor f64
   * @see <a href="https://www.netlib.org/cephes/">Moshier, Cephes, ndtri.c</a>
   */
  public static Array ndtri(Array p) {
    requireWide("ndtri", p);
    var isUpper = Lax.gt(p, Operands.constant(p, -Math.expm1(-2)));
    var lower = Lax.select(isUpper, Lax.sub(Operands.constant(p, 1), p), p);
    var isZero = Lax.eq(lower, Operands.constant(p, 0));
    var safe = Lax.select(isZero, Operands.constant(p, 0.5), lower);
    var isMiddle = Lax.gt(safe, Operands.constant(p, Math.exp(-2)));
    var x = Lax.select(isMiddle, middleQuantile(safe), tailQuantile(safe));
    var signed = Lax.select(Lax.gt(p, Operands.constant(p, 1 - Math.exp(-2))), x, Lax.neg(x));
    var infinity = Operands.constant(p, Double.POSITIVE_INFINITY);
    return Lax.select(
        Lax.eq(p, Operands.constant(p, 0)),
        Lax.neg(infinity),
        Lax.select(Lax.eq(p, Operands.constant(p, 1)), infinity, signed));
  }

  private static Array middleQuantile(Array p) {
    var w = Lax.sub(p, Operands.constant(p, 0.5));
    var square = Lax.square(w);
    var ratio = Lax.div(polynomial(P0, square), polynomial(Q0, square));
    var sum = Lax.add(w, Lax.mul(Lax.mul(w, square), ratio));
    return Lax.mul(sum, Operands.constant(p, -Math.sqrt(2 * Math.PI)));
  }

  private static Array tailQuantile(Array p) {
    var z = Lax.sqrt(Lax.mul(Operands.constant(p, -2), Lax.log(p)));
    var inverse = Lax.integerPow(z, -1);
    var first = Lax.sub(z, Lax.div(Lax.log(z), z));
    var near = Lax.div(Lax.div(polynomial(P1, inverse), polynomial(Q1, inverse)), z);
    var far = Lax.div(Lax.div(polynomial(P2, inverse), polynomial(Q2, inverse)), z);
    return Lax.sub(first, Lax.select(Lax.ge(z, Operands.constant(z, 8)), far, near));
  }

  private static Array polynomial(double[] coefficients, Array x) {
    var value = Operands.constant(x, coefficients[0]);
    for (int i = 1; i < coefficients.length; i++) {
      value = Lax.add(Lax.mul(value, x), Operands.constant(x, coefficients[i]));
    }
    return value;
  }
}

package io.cambric.lax.special;

/**
 * Modified Bessel functions of the first kind, scaled by {@code exp(-|x|)}, by the Chebyshev series
 * of the Cephes library.
 *
 * @see <a href="https://www.netlib.org/cephes/">Moshier, Cephes, i0.c and i1.c</a>
 */
final class BesselFunctions {

  /** Where the series in x gives way to that in 1 / x. */
  private static final double LARGE = 8;

  /** From here on the series in 1 / x has full precision before its terms grow. */
  private static final double ASYMPTOTIC = 30;

  /** Highest degree first, in {@code x / 2 - 2} and in {@code 32 / x - 2}. */
  private static final double[] I0_SMALL = {
    -4.4153416464793395e-18,
    3.3307945188222384e-17,
    -2.431279846547955e-16,
    1.715391285555133e-15,
    -1.1685332877993451e-14,
    7.676185498604936e-14,
    -4.856446783111929e-13,
    2.95505266312964e-12,
    -1.726826291441556e-11,
    9.675809035373237e-11,
    -5.189795601635263e-10,
    2.6598237246823866e-09,
    -1.300025009986248e-08,
    6.046995022541919e-08,
    -2.670793853940612e-07,
    1.1173875391201037e-06,
    -4.4167383584587505e-06,
    1.6448448070728896e-05,
    -5.754195010082104e-05,
    0.00018850288509584165,
    -0.0005763755745385824,
    0.0016394756169413357,
    -0.004324309995050576,
    0.010546460394594998,
    -0.02373741480589947,
    0.04930528423967071,
    -0.09490109704804764,
    0.17162090152220877,
    -0.3046826723431984,
    0.6767952744094761
  };

  private static final double[] I0_LARGE = {
    -7.233180487874754e-18,
    -4.830504485944182e-18,
    4.46562142029676e-17,
    3.461222867697461e-17,
    -2.8276239805165836e-16,
    -3.425485619677219e-16,
    1.7725601330565263e-15,
    3.8116806693526224e-15,
    -9.554846698828307e-15,
    -4.150569347287222e-14,
    1.54008621752141e-14,
    3.8527783827421426e-13,
    7.180124451383666e-13,
    -1.7941785315068062e-12,
    -1.3215811840447713e-11,
    -3.1499165279632416e-11,
    1.1889147107846439e-11,
    4.94060238822497e-10,
    3.3962320257083865e-09,
    2.266668990498178e-08,
    2.0489185894690638e-07,
    2.8913705208347567e-06,
    6.889758346916825e-05,
    0.0033691164782556943,
    0.8044904110141088
  };

  private static final double[] I1_SMALL = {
    2.7779141127610464e-18,
    -2.111421214358166e-17,
    1.5536319577362005e-16,
    -1.1055969477353862e-15,
    7.600684294735408e-15,
    -5.042185504727912e-14,
    3.223793365945575e-13,
    -1.9839743977649436e-12,
    1.1736186298890901e-11,
    -6.663489723502027e-11,
    3.625590281552117e-10,
    -1.8872497517228294e-09,
    9.381537386495773e-09,
    -4.445059128796328e-08,
    2.0032947535521353e-07,
    -8.568720264695455e-07,
    3.4702513081376785e-06,
    -1.3273163656039436e-05,
    4.781565107550054e-05,
    -0.00016176081582589674,
    0.0005122859561685758,
    -0.0015135724506312532,
    0.004156422944312888,
    -0.010564084894626197,
    0.024726449030626516,
    -0.05294598120809499,
    0.1026436586898471,
    -0.17641651835783406,
    0.25258718644363365
  };

  private static final double[] I1_LARGE = {
    7.517296310842105e-18,
    4.414348323071708e-18,
    -4.6503053684893586e-17,
    -3.209525921993424e-17,
    2.96262899764595e-16,
    3.3082023109209285e-16,
    -1.8803547755107825e-15,
    -3.8144030724370075e-15,
    1.0420276984128802e-14,
    4.272440016711951e-14,
    -2.1015418427726643e-14,
    -4.0835511110921974e-13,
    -7.198551776245908e-13,
    2.0356285441470896e-12,
    1.4125807436613782e-11,
    3.2526035830154884e-11,
    -1.8974958123505413e-11,
    -5.589743462196584e-10,
    -3.835380385964237e-09,
    -2.6314688468895196e-08,
    -2.512236237870209e-07,
    -3.882564808877691e-06,
    -0.00011058893876262371,
    -0.009761097491361469,
    0.7785762350182801
  };

  private BesselFunctions() {}

  /** {@return exp(-|x|) I_0(x)} */
  static double i0e(double x) {
    return scaled(I0_SMALL, I0_LARGE, Math.abs(x));
  }

  /** {@return exp(-|x|) I_1(x)} */
  static double i1e(double x) {
    double a = Math.abs(x);
    double value = scaled(I1_SMALL, I1_LARGE, a);
    return Math.copySign(a <= LARGE ? value * a : value, x);
  }

  /**
   * {@return a derivative of exp(-x) I_n(x) at x from 0 on, of any order; at 0 that of I_n(x)}
   *
   * @see <a href="https://dlmf.nist.gov/10.29">DLMF, 10.29.5 and 10.40.1</a>
   */
  static double scaledDerivative(int n, int order, double x) {
    if (x >= ASYMPTOTIC) {
      return asymptoticDerivative(n, order, x);
    }
    if (x == 0) {
      return derivative(n, order, 0);
    }
    double sum = 0;
    double binomial = 1;
    for (int j = order; j >= 0; j--) {
      sum += ((order - j) % 2 == 0 ? binomial : -binomial) * derivative(n, j, x);
      binomial = binomial * j / (order - j + 1);
    }
    return sum * Math.exp(-x);
  }

  /** The mean of the derivatives of both neighbours, again and again. */
  private static double derivative(int n, int order, double x) {
    double sum = 0;
    double binomial = 1;
    for (int i = 0; i <= order; i++) {
      sum += binomial * powerSeries(Math.abs(n - order + 2 * i), x);
      binomial = binomial * (order - i) / (i + 1);
    }
    return Math.scalb(sum, -order);
  }

  /** I_n(x): all terms are positive, so that none cancels. NaN stays. */
  private static double powerSeries(int n, double x) {
    double term = 1;
    for (int k = 1; k <= n; k++) {
      term *= x / (2 * k);
    }
    double sum = term;
    for (int k = 1; term > sum * 0x1p-60; k++) {
      term *= x * x / (4.0 * k * (k + n));
      sum += term;
    }
    return sum;
  }

  /** The series in 1 / x, each term differentiated. */
  private static double asymptoticDerivative(int n, int order, double x) {
    double term = 1 / Math.sqrt(2 * Math.PI * x);
    for (int i = 0; i < order; i++) {
      term *= -(0.5 + i) / x;
    }
    double sum = term;
    for (int m = 1; Math.abs(term) > Math.abs(sum) * 0x1p-60; m++) {
      double odd = 2 * m - 1;
      term *= (odd * odd - 4.0 * n * n) / (8 * m * x) * (m - 0.5 + order) / (m - 0.5);
      sum += term;
    }
    return sum;
  }

  private static double scaled(double[] small, double[] large, double a) {
    return a <= LARGE ? chebyshev(small, a / 2 - 2) : chebyshev(large, 32 / a - 2) / Math.sqrt(a);
  }

  /** Clenshaw's recurrence. */
  private static double chebyshev(double[] coefficients, double x) {
    double b0 = 0;
    double b1 = 0;
    double b2 = 0;
    for (double c : coefficients) {
      b2 = b1;
      b1 = b0;
      b0 = x * b1 - b2 + c;
    }
    return 0.5 * (b0 - b2);
  }
}

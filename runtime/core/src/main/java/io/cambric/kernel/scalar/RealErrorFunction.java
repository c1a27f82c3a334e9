package io.cambric.kernel.scalar;

/**
 * The error function, its complement and its inverse in double precision.
 *
 * <p>{@code erf} and {@code erfc} use the rational approximations of fdlibm's {@code s_erf.c}
 * (error below 1 ulp); the inverse uses those of XLA (about 4e-15 relative).
 */
final class RealErrorFunction {

  private static final double ERX = 8.45062911510467529297e-01;
  private static final double EFX8 = 1.02703333676410069053e+00;

  // Coefficients ascending; the domains are those of the branches below.
  private static final double[] PP = {
    1.28379167095512558561e-01,
    -3.25042107247001499370e-01,
    -2.84817495755985104766e-02,
    -5.77027029648944159157e-03,
    -2.37630166566501626084e-05
  };
  private static final double[] QQ = {
    1,
    3.97917223959155352819e-01,
    6.50222499887672944485e-02,
    5.08130628187576562776e-03,
    1.32494738004321644526e-04,
    -3.96022827877536812320e-06
  };
  private static final double[] PA = {
    -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
    3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
    -2.16637559486879084300e-03
  };
  private static final double[] QA = {
    1,
    1.06420880400844228286e-01,
    5.40397917702171048937e-01,
    7.18286544141962662868e-02,
    1.26171219808761642112e-01,
    1.36370839120290507362e-02,
    1.19844998467991074170e-02
  };
  private static final double[] RA = {
    -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
    -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
    -8.12874355063065934246e+01, -9.81432934416914548592e+00
  };
  private static final double[] SA = {
    1,
    1.96512716674392571292e+01,
    1.37657754143519042600e+02,
    4.34565877475229228821e+02,
    6.45387271733267880336e+02,
    4.29008140027567833386e+02,
    1.08635005541779435134e+02,
    6.57024977031928170135e+00,
    -6.04244152148580987438e-02
  };
  private static final double[] RB = {
    -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
    -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
    -4.83519191608651397019e+02
  };
  private static final double[] SB = {
    1,
    3.03380607434824582924e+01,
    3.25792512996573918826e+02,
    1.53672958608443695994e+03,
    3.19985821950859553908e+03,
    2.55305040643316442583e+03,
    4.74528541206955367215e+02,
    -2.24409524465858183362e+01
  };

  // The inverse: highest degree first.
  private static final double[] INV_CENTER = {
    -3.64441206401782e-21,
    -1.6850591381820166e-19,
    1.28584807152564e-18,
    1.1157877678025181e-17,
    -1.333171662854621e-16,
    2.0972767875968562e-17,
    6.637638134358324e-15,
    -4.054566272975207e-14,
    -8.151934197605472e-14,
    2.6335093153082323e-12,
    -1.2975133253453532e-11,
    -5.415412054294628e-11,
    1.0512122733215323e-09,
    -4.112633980346984e-09,
    -2.9070369957882005e-08,
    4.2347877827932404e-07,
    -1.3654692000834679e-06,
    -1.3882523362786469e-05,
    0.00018673420803405714,
    -0.000740702534166267,
    -0.006033670871430149,
    0.24015818242558962,
    1.6536545626831027
  };
  private static final double[] INV_MIDDLE = {
    2.2137376921775787e-09,
    9.075656193888539e-08,
    -2.7517406297064545e-07,
    1.8239629214389228e-08,
    1.5027403968909828e-06,
    -4.013867526981546e-06,
    2.9234449089955446e-06,
    1.2475304481671779e-05,
    -4.7318229009055734e-05,
    6.828485145957318e-05,
    2.4031110387097894e-05,
    -0.0003550375203628475,
    0.0009532893797373805,
    -0.0016882755560235047,
    0.002491442096107851,
    -0.003751208507569241,
    0.005370914553590064,
    1.0052589676941592,
    3.0838856104922208
  };
  private static final double[] INV_TAIL = {
    -2.7109920616438573e-11, -2.555641816996525e-10, 1.5076572693500548e-09,
    -3.789465440126737e-09, 7.61570120807834e-09, -1.496002662714924e-08,
    2.914795345090108e-08, -6.771199775845234e-08, 2.2900482228026655e-07,
    -9.9298272942317e-07, 4.526062597223154e-06, -1.968177810553167e-05,
    7.599527703001776e-05, -0.00021503011930044477, -0.00013871931833623122,
    1.0103004648645344, 4.849906401408584
  };

  private RealErrorFunction() {}

  static double erf(double x) {
    double a = Math.abs(x);
    if (a < 0.84375) {
      if (a < 0x1p-28) {
        // Scaled by 8 so that the product of a subnormal does not lose bits.
        return 0.125 * (8 * x + EFX8 * x);
      }
      double z = x * x;
      return x + x * (ascending(PP, z) / ascending(QQ, z));
    }
    if (a < 1.25) {
      return Math.copySign(ERX + ascending(PA, a - 1) / ascending(QA, a - 1), x);
    }
    return a >= 6 ? Math.copySign(1, x) : Math.copySign(1 - tail(a), x);
  }

  static double erfc(double x) {
    double a = Math.abs(x);
    if (a < 0.84375) {
      double z = x * x;
      double y = ascending(PP, z) / ascending(QQ, z);
      // From 1/4 on 1 - x cancels; 1/2 - x is exact.
      return x < 0.25 ? 1 - (x + x * y) : 0.5 - (x - 0.5 + x * y);
    }
    if (a < 1.25) {
      double p = ascending(PA, a - 1) / ascending(QA, a - 1);
      return x >= 0 ? 1 - ERX - p : 1 + (ERX + p);
    }
    if (a < 28) {
      return x >= 0 ? tail(a) : x < -6 ? 2 : 2 - tail(a);
    }
    return Double.isNaN(x) ? x : x > 0 ? 0 : 2;
  }

  /** erfc of a number from 1.25 on. */
  private static double tail(double a) {
    double s = 1 / (a * a);
    double ratio =
        a < 1 / 0.35 ? ascending(RA, s) / ascending(SA, s) : ascending(RB, s) / ascending(SB, s);
    // exp(-a^2) in two factors: z has half the bits, so its square is exact.
    double z = Double.longBitsToDouble(Double.doubleToRawLongBits(a) & 0xFFFFFFFF00000000L);
    return Math.exp(-z * z - 0.5625) * Math.exp((z - a) * (z + a) + ratio) / a;
  }

  static double erfInv(double x) {
    double w = -Math.log1p(-x * x);
    double[] coefficients;
    double t;
    if (w < 6.25) {
      coefficients = INV_CENTER;
      t = w - 3.125;
    } else if (w < 16) {
      coefficients = INV_MIDDLE;
      t = Math.sqrt(w) - 3.25;
    } else {
      coefficients = INV_TAIL;
      t = Math.sqrt(w) - 5;
    }
    double p = 0;
    for (double c : coefficients) {
      p = Math.fma(p, t, c);
    }
    return Math.abs(x) == 1 ? x * Double.POSITIVE_INFINITY : p * x;
  }

  private static double ascending(double[] coefficients, double x) {
    double sum = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      sum = sum * x + coefficients[i];
    }
    return sum;
  }
}

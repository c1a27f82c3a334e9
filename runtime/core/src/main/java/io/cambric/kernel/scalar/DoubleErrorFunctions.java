package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.DoubleMath.LOG2_E;
import static io.cambric.kernel.scalar.DoubleMath.ROUND;
import static io.cambric.kernel.scalar.DoubleMath.copySign;
import static io.cambric.kernel.scalar.DoubleMath.expm1Near0;
import static io.cambric.kernel.scalar.DoubleMath.reduced;
import static io.cambric.kernel.scalar.DoubleMath.scaleDown;
import static java.lang.Math.fma;

/**
 * The error function of f64, its complement and its inverse, for one element, under the rules of
 * {@link DoubleMath}.
 */
public final class DoubleErrorFunctions {

  /** At this value and above, erfc is less than half the smallest subnormal. */
  private static final double ERFC_MAX = 27.25;

  private DoubleErrorFunctions() {}

  public static double erf(double x) {
    double a = Math.abs(x);
    double s = x * x;
    // erf(x) / x - 1 in x^2, for |x| <= 1.
    double p =
        fma(fma(-0x1.abae592d66183p-31, s, 0x1.d71b14661f552p-27), s, -0x1.5c0727af7aebap-23);
    p = fma(fma(p, s, 0x1.b97fd3f7bbfdap-20), s, -0x1.f4ca4d722820bp-17);
    p = fma(fma(p, s, 0x1.f9a2baa92c48dp-14), s, -0x1.c02db03dd8d80p-11);
    p = fma(fma(p, s, 0x1.565bccf92b39bp-8), s, -0x1.b82ce311fa942p-6);
    p = fma(fma(p, s, 0x1.ce2f21a040d16p-4), s, -0x1.812746b0379bdp-2);
    p = fma(p, s, 0x1.06eba8214db68p-3);
    return a > 1 ? copySign(1 - tail(a), x) : fma(p, x, x);
  }

  public static double erfc(double x) {
    double y = tail(Math.abs(x));
    return x < 0 ? 2 - y : y;
  }

  /** erfc of a number that is not negative. The variable is from N. Juffa's erfcf. */
  private static double tail(double x) {
    double a = Math.min(x, ERFC_MAX);
    // exp(-a^2) is (1 + g) 2^n. The rounding error of the square is added to the reduced argument.
    double s = -a * a;
    double z = fma(s, LOG2_E, ROUND);
    double g = expm1Near0(reduced(s, z - ROUND) + fma(-a, a, -s));
    double r = 1 / (a + 2);
    double q = (a - 2) * r;
    q = fma(r, fma(q, -a, fma(q + 1, -2, a)), q);
    // (1 + 2 a) exp(a^2) erfc(a) - 1 in (a - 2) / (a + 2).
    double p =
        fma(fma(-0x1.8056ab8776e26p-27, q, -0x1.412f8ce2133a7p-26), q, 0x1.58ad5b38e1619p-24);
    p = fma(fma(p, q, 0x1.ba880dd71bd5dp-23), q, -0x1.e9b523f4ea7e8p-24);
    p = fma(fma(p, q, -0x1.df888dc7ef0edp-21), q, -0x1.cb3f349709a58p-21);
    p = fma(fma(p, q, 0x1.9bbe396219b65p-20), q, 0x1.660736ec7e54ap-18);
    p = fma(fma(p, q, 0x1.f0e8bab28ae31p-19), q, -0x1.c67ba07ff8942p-17);
    p = fma(fma(p, q, -0x1.31890e9dbeec7p-15), q, -0x1.90ece968e678ap-20);
    p = fma(fma(p, q, 0x1.3cc0b9fea2fffp-13), q, 0x1.b0c6b88e2b0e8p-13);
    p = fma(fma(p, q, -0x1.dc6938ffe2cdcp-12), q, -0x1.7de51927c2c48p-10);
    p = fma(fma(p, q, 0x1.4d461d7395f6bp-10), q, 0x1.1dd2ec7c7f5e2p-7);
    p = fma(fma(p, q, -0x1.074234052ce22p-7), q, -0x1.bc2b956162a44p-5);
    p = fma(fma(p, q, 0x1.4ffa1e14e2d00p-3), q, -0x1.5407bebf327d5p-3);
    p = fma(fma(p, q, -0x1.7bf5ec1700649p-4), q, 0x1.1ba03889de54fp-2);
    // (1 + p) / (1 + 2 a), with one Newton step towards the quotient.
    double d = 1 / fma(2, a, 1);
    double y = fma(p, d, d);
    y = fma(fma(fma(y, -a, 0.5), 2, p - y), d, y);
    return scaleDown(fma(y, g, y), z);
  }

  /** As in XLA, after Giles (2012): polynomials in w = -log(1 - x^2), or in its root. */
  public static double erfInv(double x) {
    double w = -DoubleMath.log1p(-x * x);
    double root = Math.sqrt(w);
    double p = w < 6.25 ? center(w - 3.125) : w < 16 ? middle(root - 3.25) : far(root - 5);
    return Math.abs(x) == 1 ? x * Double.POSITIVE_INFINITY : p * x;
  }

  private static double center(double t) {
    double p = fma(fma(-3.64441206401782e-21, t, -1.6850591381820166e-19), t, 1.28584807152564e-18);
    p = fma(fma(p, t, 1.1157877678025181e-17), t, -1.333171662854621e-16);
    p = fma(fma(p, t, 2.0972767875968562e-17), t, 6.637638134358324e-15);
    p = fma(fma(p, t, -4.054566272975207e-14), t, -8.151934197605472e-14);
    p = fma(fma(p, t, 2.6335093153082323e-12), t, -1.2975133253453532e-11);
    p = fma(fma(p, t, -5.415412054294628e-11), t, 1.0512122733215323e-09);
    p = fma(fma(p, t, -4.112633980346984e-09), t, -2.9070369957882005e-08);
    p = fma(fma(p, t, 4.2347877827932404e-07), t, -1.3654692000834679e-06);
    p = fma(fma(p, t, -1.3882523362786469e-05), t, 0.00018673420803405714);
    p = fma(fma(p, t, -0.000740702534166267), t, -0.006033670871430149);
    p = fma(fma(p, t, 0.24015818242558962), t, 1.6536545626831027);
    return p;
  }

  private static double middle(double t) {
    double p =
        fma(fma(2.2137376921775787e-09, t, 9.075656193888539e-08), t, -2.7517406297064545e-07);
    p = fma(fma(p, t, 1.8239629214389228e-08), t, 1.5027403968909828e-06);
    p = fma(fma(p, t, -4.013867526981546e-06), t, 2.9234449089955446e-06);
    p = fma(fma(p, t, 1.2475304481671779e-05), t, -4.7318229009055734e-05);
    p = fma(fma(p, t, 6.828485145957318e-05), t, 2.4031110387097894e-05);
    p = fma(fma(p, t, -0.0003550375203628475), t, 0.0009532893797373805);
    p = fma(fma(p, t, -0.0016882755560235047), t, 0.002491442096107851);
    p = fma(fma(p, t, -0.003751208507569241), t, 0.005370914553590064);
    p = fma(fma(p, t, 1.0052589676941592), t, 3.0838856104922208);
    return p;
  }

  private static double far(double t) {
    double p =
        fma(fma(-2.7109920616438573e-11, t, -2.555641816996525e-10), t, 1.5076572693500548e-09);
    p = fma(fma(p, t, -3.789465440126737e-09), t, 7.61570120807834e-09);
    p = fma(fma(p, t, -1.496002662714924e-08), t, 2.914795345090108e-08);
    p = fma(fma(p, t, -6.771199775845234e-08), t, 2.2900482228026655e-07);
    p = fma(fma(p, t, -9.9298272942317e-07), t, 4.526062597223154e-06);
    p = fma(fma(p, t, -1.968177810553167e-05), t, 7.599527703001776e-05);
    p = fma(fma(p, t, -0.00021503011930044477), t, -0.00013871931833623122);
    p = fma(fma(p, t, 1.0103004648645344), t, 4.849906401408584);
    return p;
  }
}
